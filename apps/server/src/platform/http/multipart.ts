import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../errors.ts'

/** A file of a request, on disk until the request is answered. */
export interface UploadedFile {
  readonly path: string
  readonly originalName: string
  readonly claimedType: string
  /**
   * In bytes. A file above every limit is truncated one byte above the largest of them, so that the
   * feature's own size check refuses it.
   */
  readonly size: number
}

export interface MultipartBody {
  readonly fields: Readonly<Record<string, string | string[]>>
  readonly file: UploadedFile | null
  /** Deletes the file; call once the request is answered. */
  discard(): Promise<void>
}

/**
 * The folder of files whose request is not answered yet. `empty` creates it and deletes what a
 * killed server left; only the process that holds the data directory's lock may call it.
 */
export function createUploadFolder(path: string) {
  return {
    path,
    async empty(): Promise<void> {
      await rm(path, { recursive: true, force: true })
      await mkdir(path, { mode: 0o700 })
    },
  }
}

/** For all text fields of a body together, including their names. */
const FIELDS_MAX_BYTES = 1024 * 1024

/**
 * Reads a multipart body: text fields, and the file in `fileField`, which is written into `folder`.
 * Names ending in `[]` are always lists. Files in other fields are skipped. Throws
 * `payload_too_large` when the fields are too large together; the rest of the body is then
 * discarded.
 */
export async function readMultipart(
  request: FastifyRequest,
  fileField: string,
  folder: string,
): Promise<MultipartBody> {
  const fields: Record<string, string | string[]> = Object.create(null)
  let fieldBytes = 0
  let storing: Promise<UploadedFile | null> | null = null
  const refused = new AbortController()
  const discard = async () => {
    const file = await storing?.catch(() => null)
    if (file) await rm(file.path, { force: true })
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const text = textOf(part.value)
        fieldBytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(text)
        if (part.valueTruncated || fieldBytes > FIELDS_MAX_BYTES) {
          throw new DomainError('payload_too_large')
        }
        addField(fields, part.fieldname, text)
      } else if (part.fieldname === fileField && !storing) {
        // Not awaited here: on a slow disk, the fields after the file would pile up uncounted.
        storing = store(part, folder, refused.signal)
        storing.catch(() => {})
      } else {
        part.file.resume()
      }
    }
    return { fields, file: await storing, discard }
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    refused.abort()
    await discard()
    throw isFault(error) ? error : new DomainError('malformed_request')
  }
}

/**
 * A fault of the server (disk full, no permission) or a refusal with a code; anything else is a
 * malformed body.
 */
function isFault(error: unknown): boolean {
  if (error instanceof DomainError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('FST_') || (/^E[A-Z]+$/.test(code) && code !== 'ECONNRESET')
}

/** Browsers send line breaks of forms as CR LF; stored texts have LF. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : '').replaceAll('\r\n', '\n')
}

function addField(fields: Record<string, string | string[]>, name: string, value: string): void {
  const isList = name.endsWith('[]')
  const key = isList ? name.slice(0, -2) : name
  const known = fields[key]
  if (known === undefined) fields[key] = isList ? [value] : value
  else fields[key] = [...(Array.isArray(known) ? known : [known]), value]
}

/** An empty file input is sent as a nameless file of zero bytes: no file was chosen. */
async function store(
  part: MultipartFile,
  folder: string,
  signal: AbortSignal,
): Promise<UploadedFile | null> {
  const path = join(folder, randomUUID())
  try {
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }), { signal })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const size = part.file.bytesRead
  if (size === 0 && !part.filename) {
    await rm(path, { force: true })
    return null
  }
  return { path, originalName: part.filename || 'file', claimedType: part.mimetype, size }
}
