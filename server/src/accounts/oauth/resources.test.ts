import { expect, it } from 'vitest';
import { hostOfClient } from './client-rules.ts';
import { isAllowedAt, resourcePathOf } from './resources.ts';

const ORIGIN = 'https://filings.example';

it('recognises the three resource indicators, with or without trailing slash', () => {
  expect(['', '/', '/api', '/api/', '/mcp'].map(path => resourcePathOf(ORIGIN, ORIGIN + path))).toEqual([
    '/',
    '/',
    '/api',
    '/api',
    '/mcp',
  ]);
  for (const other of ['/api/v1', '/MCP', '?x=1', '#x', '/mcp//', '.evil.example', ':8443']) {
    expect(resourcePathOf(ORIGIN, ORIGIN + other), other).toBeNull();
  }
  expect(resourcePathOf(ORIGIN, 'https://user@filings.example/mcp')).toBeNull();
  expect(resourcePathOf(ORIGIN, 'http://filings.example/mcp')).toBeNull();
});

it('treats loopback names on the same port as equal', () => {
  expect(resourcePathOf('http://127.0.0.1:8080', 'http://localhost:8080/mcp')).toBe('/mcp');
  expect(resourcePathOf('http://127.0.0.1:8080', 'http://localhost:8081/mcp')).toBeNull();
  expect(resourcePathOf('http://127.0.0.1:8080', 'http://localhost.evil.example:8080/mcp')).toBeNull();
});

it('allows keys and unrestricted tokens everywhere', () => {
  expect([null, '/', '/api', '/mcp'].map(allowed => isAllowedAt(allowed, '/api'))).toEqual([true, true, true, false]);
});

it('names the redirect host of a client', () => {
  expect(hostOfClient('abc', 'http://[::1]:1234/callback')).toBe('this computer');
  expect(hostOfClient('abc', 'https://apps.example/callback')).toBe('apps.example');
  expect(hostOfClient('abc', 'cursor://callback')).toBe('an app on this computer (cursor:)');
  expect(hostOfClient('https://apps.example/client.json', 'http://localhost/callback')).toBe('apps.example');
});
