import { NOISE_WA_HEADER } from 'baileys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDeframer, frame } from './frames.ts'

const payloads = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 })
const ROUTING = Buffer.concat([
  Buffer.from('ED'),
  Buffer.from([0, 1]),
  Buffer.from([0, 0, 4]),
  Buffer.from('back'),
])

describe('frames', () => {
  it('are unchanged however the stream is split', () => {
    fc.assert(
      fc.property(
        payloads,
        fc.boolean(),
        fc.array(fc.nat(2000), { maxLength: 8 }),
        (sent, routed, cuts) => {
          const stream = Buffer.concat([
            ...(routed ? [ROUTING] : []),
            NOISE_WA_HEADER,
            ...sent.map(frame),
          ])
          const deframer = createDeframer()
          const edges = [
            0,
            ...cuts.map((cut) => cut % (stream.length + 1)).sort((a, b) => a - b),
            stream.length,
          ]
          const got = edges
            .slice(1)
            .flatMap((edge, i) => deframer.push(stream.subarray(edges[i], edge)))
          expect(got.map((each) => [...each])).toEqual(sent.map((each) => [...each]))
        },
      ),
    )
  })

  it.each([
    ['another protocol', Buffer.from('GET / HTTP/1.1')],
    ['another version', Buffer.from([0x57, 0x41, 6, 9])],
  ])('of %s are refused', (_what, bytes) => {
    expect(() => createDeframer().push(bytes)).toThrow('intro')
  })

  it('longer than three bytes can express are refused', () => {
    expect(() => frame(Buffer.alloc(1 << 24))).toThrow()
  })
})
