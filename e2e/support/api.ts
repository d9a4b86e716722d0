import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { expect } from '@playwright/test'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const SIGNATURE = PNG.subarray(0, 8)
const BITS_PER_PIXEL = 8

/** A user, with the token of one sign-in. */
export interface Session {
  readonly _id: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly membershipPlan: string
  readonly token: string
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests say of each answer what they expect of it.
  readonly body: any
  readonly headers: Headers
}

type Fields = Readonly<Record<string, string | readonly string[] | File>>

/** Calls the HTTP API as the web app does: a body of fields as JSON, FormData as multipart. */
export async function callApi(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text ? JSON.parse(text) : undefined,
    headers: answer.headers,
  }
}

/** Calls as one user; `ok` also expects success, and returns the body. */
export class Client {
  readonly url: string
  readonly session: Session

  constructor(url: string, session: Session) {
    this.url = url
    this.session = session
  }

  call(method: string, path: string, body?: object): Promise<Answer> {
    return callApi(this.url, this.session.token, method, path, body)
  }

  async ok(method: string, path: string, body?: object): Promise<Answer['body']> {
    const answer = await this.call(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }

  async group(groupName: string, people: readonly string[] = []): Promise<string> {
    const { _id } = await this.ok('POST', '/contact-groups', { groupName })
    for (const [index, name] of people.entries()) {
      const phoneNumber = `6012345${String(6700 + index)}`
      const person = { name, phoneNumber }
      const added = await this.ok('POST', '/contacts', { ...person, groupId: _id })
      // A contact with this number from another test keeps its name until it is renamed.
      if (added.name !== name) await this.ok('PUT', `/contacts/${added._id}`, person)
    }
    return _id
  }

  upload(file: File): Promise<Answer['body']> {
    return this.ok('POST', '/media', form({ mediaFile: file }))
  }
}

/** Multipart fields; a list becomes a repeated field. */
export function form(fields: Fields): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const entry of value) data.append(`${name}[]`, entry)
    else data.append(name, value as string | File)
  }
  return data
}

/** The smallest picture. */
export function picture(name = 'kopi.png'): File {
  return new File([PNG], name, { type: 'image/png' })
}

/** A picture of noise, which only its side length makes small in any format. */
export function noisyPicture(name: string, side: number): File {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = BITS_PER_PIXEL
  const rows = Array.from({ length: side }, () => [0, ...randomBytes(side)])
  const parts = [
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new File([Buffer.concat(parts)], name, { type: 'image/png' })
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}

/** The smallest picture as a file to choose in the browser. */
export function chosenPicture(name = 'kopi.png') {
  return { name, mimeType: 'image/png', buffer: PNG }
}
