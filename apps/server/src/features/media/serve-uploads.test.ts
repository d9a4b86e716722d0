import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@kirim/testing/until'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveUploads } from './serve-uploads.ts'

const nameOf = (n: number) => `${String(n).padStart(40, '0')}.jpg`

describe('a file that somebody asks for', () => {
  let http: FastifyInstance
  let url: string
  let asked: string[]
  let answer: PromiseWithResolvers<null>
  beforeEach(async () => {
    asked = []
    answer = Promise.withResolvers()
    http = fastify()
    serveUploads(http, {
      media: {
        knownFileNames: async (names) => new Set(names.filter((name) => name < nameOf(100))),
      },
      store: {
        localPath(fileName) {
          asked.push(fileName)
          return answer.promise
        },
      },
    })
    await http.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/uploads`
  })
  afterEach(async () => {
    answer.resolve(null)
    await http.close()
  })

  test.each([nameOf(100), '..%2fkirim.db', 'x'])(
    'is not looked for in the storage when nobody has stored %s',
    async (name) => {
      expect((await fetch(`${url}/${name}`)).status).toBe(404)
      expect(asked).toEqual([])
    },
  )

  test('waits while the storage serves eight requests of the same address', async () => {
    const all = Array.from({ length: 12 }, (_, n) => fetch(`${url}/${nameOf(n)}`))
    await until('eight are read', () => asked.length === 8)
    answer.resolve(null)
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(12).fill(404))
    expect(asked).toHaveLength(12)
  })

  test('is not requested after the client has disconnected', async () => {
    const first = Array.from({ length: 8 }, (_, n) => fetch(`${url}/${nameOf(n)}`))
    await until('eight are read', () => asked.length === 8)
    const arrived = new Promise((resolve) => http.server.once('request', resolve))
    const leaving = get(`${url}/${nameOf(20)}`).on('error', () => {})
    await arrived
    leaving.destroy()
    await until('it has hung up', async () => {
      const open = await new Promise<number>((done) => {
        http.server.getConnections((_error, count) => done(count))
      })
      return open === 8
    })
    answer.resolve(null)
    await Promise.all(first)
    expect((await fetch(`${url}/${nameOf(21)}`)).status).toBe(404)
    expect(asked).not.toContain(nameOf(20))
    expect(asked).toContain(nameOf(21))
  })
})
