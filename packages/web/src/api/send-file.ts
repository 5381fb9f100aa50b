import type { SendFile } from '@upvigil/core/client/calls-of';

/** Sends a file as multipart by XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export const sendFileByXhr: SendFile = ({ url, headers, upload: { file, fileName, onProgress }, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.lengthComputable ? event.total : null);
    request.onload = () => resolve({ status: request.status, body: parseJson(request.responseText) });
    request.onerror = () => reject(new TypeError('network failure while a file was sent'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, fileName);
    request.send(form);
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
