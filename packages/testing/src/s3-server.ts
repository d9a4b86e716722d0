import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

const KEYS = { id: 'AKIDKIRIM', secret: 'a secret key / with signs+' }
const REGION = 'eu-test-1'
const PAGE = 3
/** Longer than what a connection takes in without being read. */
const PAGE_TO_SIGN_IN = '<html>Sign in</html>'.padEnd(2_000_000)

/**
 * How the server answers a call: without the length of a file, as proxies do, cut off or falling
 * silent half-way, with half a file that seems whole, with a page or nothing in its place, that
 * nothing has changed, which nobody asked, or with a refusal without end.
 */
export type S3Weather =
  | 'fine'
  | 'unavailable'
  | 'silent'
  | 'chunked'
  | 'cut'
  | 'stalled'
  | 'half'
  | 'page'
  | 'empty'
  | 'unchanged'
  | 'endless'

interface Stored {
  readonly content: Buffer
  readonly type: string
  readonly modifiedAt: Date
  /** As it was given with the file. */
  readonly md5?: string
}

interface Call {
  readonly request: IncomingMessage
  readonly url: URL
  readonly body: Buffer
}

/**
 * A bucket over HTTP with what a store of files needs of S3: it takes only calls that are signed
 * with its keys, and files that arrive whole. Lists in pages of three.
 */
export async function startS3Server(bucket = 'kirim-media') {
  const objects = new Map<string, Stored>()
  const calls: string[] = []
  const world = {
    /** Asked for each call. */
    weather: (_method: string): S3Weather => 'fine',
    now: () => new Date(),
    /** The list's next page is always the same. */
    leadsToItself: false,
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request
    const url = new URL(request.url ?? '/', 'http://localhost')
    const weather = world.weather(method)
    calls.push(`${method} ${url.pathname}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = { request, url, body: Buffer.concat(chunks) }
    if (weather === 'silent' || isAnswered(response, weather)) return
    const fault = faultOf(call)
    if (fault) return refuse(response, 403, fault)
    const [, place, key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (place !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (method === 'PUT') return put(call, key, response)
    if (method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return
    }
    if (key === '') return list(url, response)
    get(call, key, response, weather)
  }

  function put({ request, body }: Call, key: string, response: ServerResponse): void {
    const md5 = createHash('md5').update(body).digest('base64')
    if (request.headers['content-md5'] !== md5) {
      refuse(response, 400, 'BadDigest')
      return
    }
    const type = request.headers['content-type'] ?? ''
    const given = String(request.headers['x-amz-meta-md5'] ?? '')
    objects.set(key, { content: body, type, modifiedAt: world.now(), md5: given })
    response.writeHead(200, { etag: tagOf(body) }).end()
  }

  function get({ request }: Call, key: string, response: ServerResponse, weather: S3Weather) {
    const stored = objects.get(key)
    if (!stored) {
      refuse(response, 404, 'NoSuchKey')
      return
    }
    const etag = tagOf(stored.content)
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end()
      return
    }
    const half = stored.content.subarray(0, stored.content.length / 2)
    const told = weather === 'half' ? half : stored.content
    response.writeHead(200, {
      etag,
      'content-type': stored.type,
      ...(weather !== 'chunked' && { 'content-length': told.length }),
      'last-modified': stored.modifiedAt.toUTCString(),
      ...(stored.md5 && { 'x-amz-meta-md5': stored.md5 }),
    })
    if (weather === 'fine' || weather === 'chunked') response.end(stored.content)
    else if (weather === 'half') response.end(half)
    else response.write(half, () => weather === 'cut' && response.destroy())
  }

  function list(url: URL, response: ServerResponse): void {
    const after = url.searchParams.get('continuation-token') ?? ''
    const all = [...objects.keys()].sort()
    const names = world.leadsToItself ? all : all.filter((name) => name > after)
    const page = names.slice(0, PAGE)
    const entries = page.map((name) => {
      const { content, modifiedAt } = objects.get(name) as Stored
      const at = modifiedAt.toISOString()
      return `<Contents><Key>${name}</Key><LastModified>${at}</LastModified><Size>${content.length}</Size></Contents>`
    })
    const hasMore = names.length > PAGE
    const next = hasMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<ListBucketResult><IsTruncated>${hasMore}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    objects,
    calls,
    world,
    env: {
      MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      MEDIA_S3_BUCKET: bucket,
      MEDIA_S3_REGION: REGION,
      MEDIA_S3_ACCESS_KEY_ID: KEYS.id,
      MEDIA_S3_SECRET_ACCESS_KEY: KEYS.secret,
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

function* endless() {
  for (;;) yield Buffer.alloc(64 * 1024, ' ')
}

/** By something that is no storage of files, or one that takes no calls. */
function isAnswered(response: ServerResponse, weather: S3Weather): boolean {
  if (weather === 'unavailable') refuse(response, 503, 'SlowDown')
  else if (weather === 'page') response.writeHead(200).end(PAGE_TO_SIGN_IN)
  else if (weather === 'empty') response.writeHead(200).end()
  else if (weather === 'unchanged') response.writeHead(304, { etag: '"x"' }).end()
  else if (weather === 'endless') Readable.from(endless()).pipe(response.writeHead(500))
  else return false
  return true
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** What is wrong with the signature (version 4) of a call; null when it is right. */
function faultOf({ request, url, body }: Call): string | null {
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-content-sha256': hash = '',
  } = request.headers as Record<string, string>
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  if (id !== KEYS.id) return 'InvalidAccessKeyId'
  if (scope !== `${date.slice(0, 8)}/${REGION}/s3/aws4_request`) return 'SignatureDoesNotMatch'
  if (!names.split(';').includes('host')) return 'SignatureDoesNotMatch'
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, headers, names, hash].join('\n')
  const said = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${KEYS.secret}`)
  return hmac(key, said).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
