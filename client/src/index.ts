export { type AnswerInfo, type CallOptions, type Client, type ClientOptions, createClient } from './create-client.ts';
export { type CursorOperation, each, type OffsetOperation, type PagedOperation } from './each.ts';
export { ApiError, type ErrorCode, UnreachableError } from './errors.ts';
export { exactText } from './exact-numbers.ts';
export type * from './generated.ts';
export { OPERATIONS } from './generated.ts';
export { type HttpCall, type OperationName, toHttpCall } from './request.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookEvent, WebhookRefused } from './verify-webhook.ts';
