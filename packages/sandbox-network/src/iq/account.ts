import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import { faultyCollection } from '../weather/app-state.ts'
import { cappingOf, timelockOf } from '../weather/limited.ts'
import { child, children } from '../wire/stanza.ts'
import { IqError, NOT_FOUND, type QueryHandler } from './answer.ts'

export const emptyResult: QueryHandler = () => []

export const notFound: QueryHandler = () => NOT_FOUND

export const props: QueryHandler = () => [
  { tag: 'props', attrs: { protocol: '1', hash: 'sandbox', refresh: '86400', refresh_id: '1' } },
]

export const blocklist: QueryHandler = () => [{ tag: 'list', attrs: {} }]

const PRIVACY = {
  readreceipts: 'all',
  last: 'all',
  online: 'all',
  profile: 'all',
  status: 'contacts',
  groupadd: 'all',
  calladd: 'all',
}

export const privacy: QueryHandler = () => [
  {
    tag: 'privacy',
    attrs: {},
    content: Object.entries(PRIVACY).map(([name, value]) => ({
      tag: 'category',
      attrs: { name, value },
    })),
  },
]

/** Privacy tokens are accepted but never required. */
export const privacyTokens: QueryHandler = () => [{ tag: 'tokens', attrs: {} }]

/** Settings of the phone (app state): none to send, and changes by a device are accepted. */
export const appState: QueryHandler = ({ core, device, body }) => [
  {
    tag: 'sync',
    attrs: {},
    content: children(body).map(({ attrs, content }): BinaryNode => {
      const fault = faultyCollection(core, device.phone, attrs.name ?? '')
      if (fault) return fault
      const version = Number(attrs.version ?? 0) + (content === undefined ? 0 : 1)
      return {
        tag: 'collection',
        attrs: { name: attrs.name ?? '', version: String(version), type: 'result' },
      }
    }),
  },
]

/** The queries of the account's status, which the client identifies by number. */
const STANDING: ReadonlyMap<string, (core: Core, phone: string) => object> = new Map([
  ['23983697327930364', timelockOf],
  ['24503548349331633', cappingOf],
])

export const accountStatus: QueryHandler = ({ core, device, node }) => {
  const standing = STANDING.get(child(node, 'query')?.attrs.query_id ?? '')
  if (!standing) return new IqError(400, 'bad-request')
  const data = standing(core, device.phone)
  return [{ tag: 'result', attrs: {}, content: Buffer.from(JSON.stringify({ data })) }]
}
