import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'

/** A collection of settings that cannot be synchronised; undefined when it can. */
export function faultyCollection(core: Core, phone: string, name: string): BinaryNode | undefined {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'app_state') return undefined
  core.weather.strike(phone)
  return weather.how === 'garbage' ? garbage(name) : failed(name)
}

const failed = (name: string): BinaryNode => ({
  tag: 'collection',
  attrs: { name, type: 'error' },
  content: [{ tag: 'error', attrs: { code: '400', text: 'bad-request' } }],
})

/** A patch that is not valid protobuf. */
const garbage = (name: string): BinaryNode => ({
  tag: 'collection',
  attrs: { name, version: '1', type: 'result', has_more_patches: 'false' },
  content: [
    {
      tag: 'patches',
      attrs: {},
      content: [
        {
          tag: 'patch',
          attrs: {},
          content: Buffer.concat([Buffer.alloc(9, 0xff), randomBytes(32)]),
        },
      ],
    },
  ],
})
