import { vi } from 'vitest'

/** An upload, as seen from the server. */
export class FakeUpload {
  method = ''
  url = ''
  readonly headers: Record<string, string> = {}
  body: FormData | null = null
  stopped = false

  // The parts of XMLHttpRequest that uploads use.
  status = 0
  responseText = ''
  readonly upload: { onprogress?: (event: ProgressEvent) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void

  open(method: string, url: string): void {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(): null {
    return null
  }
  send(body: FormData): void {
    this.body = body
  }
  abort(): void {
    this.stopped = true
    this.onabort?.()
    this.onloadend?.()
  }

  /** Reports progress; `total` is null when unknown. */
  progress(loaded: number, total: number | null): void {
    const event = { loaded, total: total ?? 0, lengthComputable: total !== null }
    this.upload.onprogress?.(event as ProgressEvent)
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
    this.onloadend?.()
  }
  /** The connection breaks. */
  fail(): void {
    this.onerror?.()
    this.onloadend?.()
  }
}

/** Replaces XMLHttpRequest until `vi.unstubAllGlobals`; returns the uploads in order. */
export function fakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeUpload {
      constructor() {
        super()
        uploads.push(this)
      }
    },
  )
  return uploads
}
