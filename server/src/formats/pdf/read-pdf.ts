import { Worker } from 'node:worker_threads';
import { messageOf } from '../../kernel/errors.ts';
import { PDF_LIMITS, type PdfBookmark, type PdfFault, type PdfLimits, type PdfPage } from './pdf-page.ts';
import type { PdfRequest, PdfResponse } from './thread-messages.ts';

/** What could be read of a document. */
export interface PdfReading {
  /** Number of pages as the document states; 0 if it could not be opened. */
  pageCount: number;
  /** The readable pages, in order. */
  pages: PdfPage[];
  bookmarks: PdfBookmark[];
  faults: PdfFault[];
}

/**
 * Reads the texts of a PDF (ISO 32000) and its bookmarks. Never throws on bad bytes: unreadable parts are faults, and
 * everything read before is returned. Reading happens in a dedicated thread (`pdf-thread.ts`), which is ended if it
 * exceeds its limits; it starts with the first document, is reused, and does not keep the process alive.
 */
export function readPdf(bytes: Uint8Array, limits: PdfLimits = PDF_LIMITS): Promise<PdfReading> {
  const reading = queue.then(() => readNow(bytes, limits));
  queue = reading.catch(() => undefined);
  return reading;
}

let queue: Promise<unknown> = Promise.resolve();
let idle: Worker | null = null;

const LOOK_MS = 100;

async function readNow(bytes: Uint8Array, limits: PdfLimits): Promise<PdfReading> {
  const reading: PdfReading = { pageCount: 0, pages: [], bookmarks: [], faults: [] };
  if (bytes.length > limits.bytes) {
    reading.faults.push({ kind: 'pdf_too_large', locator: '', detail: `${bytes.length} bytes` });
    return reading;
  }
  const worker = idle ?? newThread(limits);
  idle = null;
  worker.ref();
  const fault = await converse(worker, { bytes: Uint8Array.from(bytes), limits }, reading);
  if (fault === null) {
    worker.unref();
    idle = worker;
    return reading;
  }
  await worker.terminate();
  reading.faults.push(fault);
  return reading;
}

function newThread({ memoryMb }: PdfLimits): Worker {
  return new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}

/** Sends a request to the thread and collects its responses; returns the fault for which it must be ended, or null. */
function converse(worker: Worker, request: PdfRequest, reading: PdfReading): Promise<PdfFault | null> {
  const { limits } = request;
  const started = performance.now();
  return new Promise(resolve => {
    let isOver = false;
    const end = (fault: PdfFault | null): void => {
      // Responses to an earlier request may arrive while the thread already reads the next document.
      if (isOver) return;
      isOver = true;
      clearInterval(watch);
      worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      // Failures of an ended or idle thread affect no caller; a missing thread is replaced.
      worker.on('error', () => undefined);
      worker.on('exit', () => {
        if (idle === worker) idle = null;
      });
      resolve(fault);
    };
    const endAt = (kind: PdfFault['kind'], detail: string): void => {
      const { number } = reading.pages.at(-1) ?? { number: 0 };
      end({ kind, locator: '', detail: `read up to page ${number}: ${detail}` });
    };
    const watch = setInterval(() => {
      if (performance.now() - started > limits.wallMs) return endAt('pdf_time_limit', `${limits.wallMs / 1_000} s`);
      void buffersOf(worker).then(bytes => {
        if (bytes > limits.memoryMb << 20) endAt('pdf_memory_limit', `more than ${limits.memoryMb} MB`);
      });
    }, LOOK_MS);
    worker.on('message', (response: PdfResponse) => {
      if (response.kind === 'done') end(null);
      else if (response.kind === 'page') reading.pages.push(response.page);
      else if (response.kind === 'fault') reading.faults.push(response.fault);
      else Object.assign(reading, { pageCount: response.pageCount, bookmarks: response.bookmarks });
    });
    worker.on('error', error => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isMemory) endAt('pdf_memory_limit', `more than ${limits.memoryMb} MB`);
      else endAt('pdf_damaged', messageOf(error));
    });
    worker.on('exit', code => endAt('pdf_damaged', `its thread ended with ${code}`));
    worker.postMessage(request, [request.bytes.buffer]);
  });
}

/** Bytes of buffers that the thread holds outside its objects, which `resourceLimits` do not count. */
async function buffersOf(worker: Worker): Promise<number> {
  try {
    return (await worker.getHeapStatistics()).external_memory;
  } catch {
    return 0;
  }
}
