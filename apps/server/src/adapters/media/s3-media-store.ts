import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CHAT_FILE_MAX_BYTES, MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import type { MediaStore } from '../../features/media/media.ports.ts'
import { type CopySource, createLocalCopies, type Version } from './local-copies.ts'
import { createS3Calls, S3_BRIEF_LIMIT_MS, S3_LIMIT_MS, type S3CallDeps } from './s3-calls.ts'
import { STORED_NAME } from './stored-name.ts'

/** The most bytes of local copies. */
const COPIES_MAX_BYTES = 512 * 1024 * 1024
/** Metadata of each file, because not every server's tag is an MD5. */
const MD5 = 'md5'
/** Orphans that are removed in one sweep: the next start finds the rest. */
const ORPHANS_MAX = 10_000

export interface S3MediaDeps extends S3CallDeps {
  /** For local copies. */
  readonly folder: string
  /** Files without a row are kept for this long, because the row may be about to be written. */
  readonly youngMs: number
  /** The media type of a file name. */
  typeOf(fileName: string): string | undefined
  readonly copiesMaxBytes?: number
}

/** Media files in a bucket, under their names; local readers get a copy. */
export function createS3MediaStore(deps: S3MediaDeps): MediaStore {
  const { access, clock } = deps
  const stopping = new AbortController()
  const call = createS3Calls(deps, stopping.signal)
  const Bucket = access.bucket
  const source: CopySource = {
    read: (Key, path, tag) =>
      call(
        async ({ sdk, client, abortSignal }) => {
          const input = { Bucket, Key, ...(tag !== null && { IfNoneMatch: tag }) }
          try {
            const answer = await client.send(new sdk.GetObjectCommand(input), { abortSignal })
            return await writeTo(path, answer, abortSignal)
          } catch (error) {
            const { name, $metadata } = error as Partial<
              InstanceType<typeof sdk.S3ServiceException>
            >
            if (name === 'NoSuchKey') return 'gone'
            if (tag !== null && $metadata?.httpStatusCode === 304) return 'same'
            throw error
          }
        },
        // With a tag there is a copy to fall back on.
        tag === null ? S3_LIMIT_MS : S3_BRIEF_LIMIT_MS,
      ),
  }
  const maxBytes = deps.copiesMaxBytes ?? COPIES_MAX_BYTES
  const copies = createLocalCopies(deps.folder, { source, maxBytes, clock })

  /** Files that remain are erased later, so a short limit is enough. */
  function remove(Key: string): Promise<unknown> {
    return call(
      ({ sdk, client, abortSignal }) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      S3_BRIEF_LIMIT_MS,
    )
  }

  /** All stored files, in pages. Ends when a list refers to itself. */
  async function* pages() {
    for (let ContinuationToken: string | undefined; ; ) {
      const input = { Bucket, ContinuationToken }
      const page = await call(({ sdk, client, abortSignal }) =>
        client.send(new sdk.ListObjectsV2Command(input), { abortSignal }),
      )
      yield page.Contents ?? []
      const next = page.NextContinuationToken
      if (next === undefined || next === ContinuationToken) return
      ContinuationToken = next
    }
  }

  return {
    async put(sourcePath, fileName) {
      if (!STORED_NAME.test(fileName)) throw new Error('Not a name of a media file')
      const { size: ContentLength } = await stat(sourcePath)
      const ContentMD5 = await md5Of(sourcePath)
      const ContentType = deps.typeOf(fileName) ?? 'application/octet-stream'
      const Metadata = { [MD5]: ContentMD5 }
      const object = { Bucket, Key: fileName, ContentLength, ContentMD5, ContentType, Metadata }
      // A stream cannot be sent twice, so that only what would take much memory is one.
      const isSmall = ContentLength <= MEDIA_MAX_BYTES
      await call(async ({ sdk, client, abortSignal }) => {
        const Body = isSmall ? await readFile(sourcePath) : createReadStream(sourcePath)
        const input = { ...object, Body }
        const { ETag } = await client.send(new sdk.PutObjectCommand(input), { abortSignal })
        if (!ETag) throw new Error('Something else has answered.')
      })
      await copies.drop(fileName)
    },

    localPath: async (fileName) => (STORED_NAME.test(fileName) ? copies.get(fileName) : null),

    async remove(fileName) {
      if (!STORED_NAME.test(fileName)) return
      await remove(fileName)
      await copies.drop(fileName)
    },

    stop: () => stopping.abort(),

    async keepOnly(known) {
      const orphans: string[] = []
      let rowsFound = 0
      for await (const page of pages()) {
        const names = page.flatMap(({ Key = '', LastModified }) => {
          const isOld = (LastModified?.getTime() ?? Infinity) < clock.now() - deps.youngMs
          return STORED_NAME.test(Key) ? [{ name: Key, isOld }] : []
        })
        const rows = await known(names.map(({ name }) => name))
        rowsFound += rows.size
        for (const { name, isOld } of names) if (isOld && !rows.has(name)) orphans.push(name)
        if (orphans.length >= ORPHANS_MAX) break
      }
      if (rowsFound === 0) return 0
      for (const name of orphans) await remove(name)
      return orphans.length
    },
  }
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('base64')
}

interface Answer {
  readonly Body?: unknown
  readonly ContentLength?: number | undefined
  readonly ETag?: string | undefined
  readonly LastModified?: Date | undefined
  readonly Metadata?: Record<string, string> | undefined
}

/** Throws when the file is incomplete, too long or not what was stored. */
async function writeTo(path: string, answer: Answer, signal: AbortSignal): Promise<Version> {
  const { Body, ContentLength, ETag: tag, LastModified: modifiedAt = new Date(0) } = answer
  if (!(Body instanceof Readable)) throw new Error('There is no content.')
  if (!tag) {
    // A body that is neither read nor closed keeps its connection.
    Body.on('error', () => {}).destroy()
    throw new Error('Something else has answered.')
  }
  const hash = createHash('md5')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > CHAT_FILE_MAX_BYTES ? new Error('The answer is too long.') : null, chunk)
    },
  })
  await pipeline(Body, counted, createWriteStream(path, { mode: 0o600 }), { signal })
  const md5 = answer.Metadata?.[MD5]
  // A proxy that re-chunks the content omits its length.
  const isWhole = md5 ? md5 === hash.digest('base64') : bytes === ContentLength
  if (!isWhole) throw new Error('It was cut off.')
  return { tag, modifiedAt, bytes }
}
