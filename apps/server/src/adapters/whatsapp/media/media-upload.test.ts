import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import { loadCertificate } from '@kirim/sandbox-network/media/certificate'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup, pngFile } from '../../../testing/test-browser.ts'
import { type MediaHosts, NoMediaHosts } from './media-hosts.ts'
import { createMediaUpload, UploadFailed } from './media-upload.ts'

/** What a host answers, where it answers. */
const ANSWERS = {
  takes: '{"url":"https://x/v/1","direct_path":"/v/1"}',
  refuses: '{"error":401}',
  talks: `"${'x'.repeat(200_000)}"`,
  'says nothing of use': '{"url":""}',
  'is silent': null,
  'breaks off': null,
}
type Manner = keyof typeof ANSWERS

describe('an upload', () => {
  const size = 100_000
  let folder: string
  let filePath: string
  let server: Server
  let host: string
  let ca: string
  /** What the host does, by the first part of its name. */
  let manners: Manner[]
  /** The paths and bytes that it was asked to take. */
  let got: { path: string; bytes: number }[]
  let onSilence: () => void

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kirim-upload-'))
    filePath = join(folder, 'file')
    await writeFile(filePath, randomBytes(size))
    const tls = await loadCertificate(folder, '127.0.0.1')
    ca = tls.certificate
    server = createServer({ key: tls.key, cert: tls.certificate }, (request, response) => {
      const manner = manners[got.length] ?? 'takes'
      const seen = { path: request.url ?? '', bytes: 0 }
      got.push(seen)
      request.on('data', (chunk: Buffer) => {
        seen.bytes += chunk.length
        if (manner === 'breaks off') request.destroy()
      })
      request.on('error', () => {})
      request.on('end', () => {
        if (manner === 'is silent') return onSilence()
        const answer = ANSWERS[manner]
        if (answer) response.end(answer)
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server?.closeAllConnections()
    await new Promise((done) => server?.close(done))
    await rm(folder, { recursive: true, force: true })
  })

  function start(does: Manner[], hosts?: () => Promise<MediaHosts>) {
    manners = does
    got = []
    const clock = createFakeClock()
    const asked: boolean[] = []
    const over = new AbortController()
    const waited: number[] = []
    onSilence = () => {
      const due = clock.nextTimer() ?? 0
      waited.push(due - clock.now())
      clock.advance(due - clock.now())
    }
    // The pauses between tries; no try of a host is as short.
    const pauses = setInterval(() => {
      if ((clock.nextTimer() ?? Number.POSITIVE_INFINITY) - clock.now() <= 10_000)
        clock.advance(10_000)
    }, 1)
    onTestFinished(() => clearInterval(pauses))
    const upload = createMediaUpload({
      hosts:
        hosts ??
        (async (anew) => {
          asked.push(anew)
          return { auth: 'a b', hostnames: [host] }
        }),
      agent: new Agent({ ca, checkServerIdentity: () => undefined }),
      clock,
      over: over.signal,
    })
    const fileEncSha256B64 = Buffer.from('++//').toString('base64')
    const next = () => upload(filePath, { mediaType: 'image', fileEncSha256B64 })
    return { outcome: next(), next, over, asked, waited }
  }

  test('that is taken names where it went', async () => {
    const { outcome, asked } = start([])
    expect(await outcome).toEqual({ mediaUrl: 'https://x/v/1', directPath: '/v/1' })
    expect(got).toEqual([{ path: '/mms/image/KysvLw?auth=a+b&token=KysvLw', bytes: size }])
    expect(asked).toEqual([false])
  })

  test.each<Manner>(['is silent', 'breaks off', 'refuses', 'talks', 'says nothing of use'])(
    'to a host that %s is tried again, with hosts asked for anew',
    async (manner) => {
      const { outcome, asked } = start([manner, manner])
      expect(await outcome).toMatchObject({ directPath: '/v/1' })
      expect(asked).toEqual([false, true, true])
    },
  )

  test('fails after three tries, each with its time', async () => {
    const { outcome, waited } = start(['is silent', 'is silent', 'is silent'])
    await expect(outcome).rejects.toThrow(UploadFailed)
    expect(got).toHaveLength(3)
    // Larger files have more of it.
    expect(waited).toEqual([30_000 + size / 64, 30_000 + size / 64, 30_000 + size / 64])
  })

  test('finds the hosts away at the second silence in a row, then tries once, until one takes it', async () => {
    const { outcome, next } = start(Array<Manner>(7).fill('is silent'))
    await expect(outcome).rejects.toThrow(UploadFailed)
    const away = { code: 'media_host_away' }
    await expect(next()).rejects.toMatchObject(away)
    await expect(next()).rejects.toMatchObject(away)
    expect(got).toHaveLength(3 + 3 + 1)
    expect(await next()).toMatchObject({ directPath: '/v/1' })
    manners = [...got.map((): Manner => 'takes'), ...Array<Manner>(3).fill('is silent')]
    await expect(next()).rejects.toThrow(UploadFailed)
  })

  test('fails as ever where not every try was met by silence', async () => {
    const { outcome, next } = start(['is silent', 'is silent', 'refuses', 'is silent', 'refuses'])
    await expect(outcome).rejects.toThrow(UploadFailed)
    manners.push('is silent')
    await expect(next()).rejects.toThrow(UploadFailed)
  })

  test('of a session that is over ends at once, and has not failed', async () => {
    const { outcome, over } = start(['is silent'])
    onSilence = () => over.abort(new Error('over'))
    await expect(outcome).rejects.toThrow('over')
    expect(got).toHaveLength(1)
  })

  test('ends with its session before it began, also once the driver has removed the file', async () => {
    const { outcome, over } = start([], async () => {
      await rm(filePath)
      over.abort(new Error('over'))
      return { auth: 'a', hostnames: [host] }
    })
    await expect(outcome).rejects.toThrow('over')
    expect(got).toEqual([])
    // A stream that fails afterwards would be a fault that nobody catches.
    await writeFile(filePath, randomBytes(size))
  })

  test('that the network does not answer has not failed', async () => {
    const { outcome } = start([], async () => Promise.reject(new Error('no answer')))
    await expect(outcome).rejects.toThrow('no answer')
  })

  test.each([
    ['three times fails', 3],
    ['twice is taken at last', 2],
  ])('for which no host is named %s', async (_what, refusals) => {
    let asked = 0
    const { outcome } = start([], async () => {
      asked += 1
      if (asked <= refusals) throw new NoMediaHosts('none')
      return { auth: 'a', hostnames: [host] }
    })
    if (refusals === 3) await expect(outcome).rejects.toThrow(UploadFailed)
    else expect(await outcome).toMatchObject({ directPath: '/v/1' })
    expect([asked, got.length]).toEqual([3, 3 - refusals])
  })

  test('for which no host is named ends with its session, and has not failed', async () => {
    const { outcome, over } = start([], async () => {
      over.abort(new Error('over'))
      throw new NoMediaHosts('none')
    })
    await expect(outcome).rejects.toThrow('over')
  })
})

describe('over the network', () => {
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite', { clock: createFastClock(20) })
  })
  afterAll(() => number?.stop())

  /** A campaign with a picture to these people. */
  async function sendPoster(people: readonly string[]) {
    const { app, device, session } = number
    const { token } = session
    const contactGroupId = await makeGroup(
      app,
      session,
      `Pelanggan ${people.join()}`,
      people.map((phoneNumber) => ({ name: phoneNumber, phoneNumber })),
    )
    const body = campaignForm({
      campaignName: 'Poster',
      caption: 'Our poster',
      contactGroupId,
      mediaFile: pngFile('poster.png'),
    })
    const made = await app.call('POST', `/campaigns/${device.id}`, { token, body })
    const { id } = made.body as { id: string }
    const get = async (path: string) => (await app.call('GET', path, { token })).body
    return {
      counts: async () => ((await get(`/ledger/${id}`)) as CampaignReport).counts,
      report: async () => ((await get(`/ledger/${id}`)) as CampaignReport).sentence,
      people: async () => ((await get(`/ledger/${id}/people`)) as LedgerPage).items,
    }
  }

  test('who gets a file while no host is named has failed, and the same connection goes on afterwards', async () => {
    const { device, network } = number
    for (const [how, person] of [
      ['refused', '60123456703'],
      ['no_hosts', '60123456704'],
    ] as const) {
      network.setWeather(device.number, { kind: 'slow_media', how })
      const poster = await sendPoster([person])
      await until(`${how}: they have failed`, async () => (await poster.counts()).failed === 1)
      const [failed] = await poster.people()
      expect(failed?.sentence.code).toBe('refused_media_upload_failed')
      expect(number.heard(person)).toEqual([])
    }
    network.setWeather(device.number, { kind: 'calm' })
    const poster = await sendPoster(['60123456705'])
    await until('the next has it', async () => (await poster.counts()).read === 1)
    expect(number.heard('60123456705')).toEqual(['Our poster'])
  })

  test('who gets a file that no media host takes has failed for that, and the others go on', async () => {
    const { device, network } = number
    const people = ['60123456701', '60123456702']
    network.setWeather(device.number, { kind: 'slow_media', how: 'silence' })
    const poster = await sendPoster(people)
    // It is taken for as long as it is not answered, which the next one is.
    await until('its last try', () => network.weatherOf(device.number).struck >= 3)
    network.setWeather(device.number, { kind: 'calm' })
    await until('the first has failed', async () => (await poster.counts()).failed === 1)
    await until('the other has it', async () => (await poster.counts()).read === 1)

    const failed = (await poster.people()).filter(({ state }) => state === 'failed')
    expect(failed.map(({ sentence }) => sentence.code)).toEqual(['refused_media_upload_failed'])
    const heard = people.map((one) => number.heard(one)).filter((texts) => texts.length > 0)
    expect(heard).toEqual([['Our poster']])
  })

  test('a campaign with a file waits while the hosts are silent, and says so; one without goes on', async () => {
    const { app, device, network, session } = number
    const { token } = session
    const people = ['60123456706', '60123456707', '60123456708']
    network.setWeather(device.number, { kind: 'slow_media', how: 'silence', forMs: 60_000 })
    const poster = await sendPoster(people)
    const contactGroupId = await makeGroup(app, session, 'Others', [
      { name: 'Lim', phoneNumber: '60123456709' },
    ])
    const body = campaignForm({ campaignName: 'Words', caption: 'Words', contactGroupId })
    await app.call('POST', `/campaigns/${device.id}`, { token, body })
    await until('it waits', async () => (await poster.report()).code === 'media_host_away')
    await until('the other has left', () => number.heard('60123456709').length === 1)
    expect(await poster.counts()).toMatchObject({ failed: 1, queued: 1, sending: 1 })
    network.setWeather(device.number, { kind: 'calm' })
    await until('the others have it', async () => (await poster.counts()).read === 2)
    expect((await poster.report()).code).toBe('completed_failed')
  })
})
