import type { CampaignChanged } from '@kirim/contract/realtime'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createCampaignsEvents } from './campaigns.events.ts'

test('only one of two nodes announces a pause by failures, and both note changes', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(close)
  const clock = createFakeClock()
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const row = campaignRow({
    id: 'c',
    user_id: workspaceId,
    device_id: deviceId,
    enabled: 0,
    paused_at: clock.now(),
    paused_by: 'failures',
    queued: 5,
  })
  await db.insertInto('campaigns').values(row).execute()
  const { devices } = ledgerRooms(db)
  const told: string[] = []
  const node = (name: string) =>
    createCampaignsEvents({
      db,
      devices,
      campaigns: createCampaignsRepository(db, devices),
      clock,
      log: createLog('silent'),
      realtime: {
        toNumbers(_workspaceId, _deviceIds, event, ...args) {
          told.push(`${event} by ${name}`)
          const other = name === 'a' ? b : a
          if (event === 'campaign_changed') other.noteRemoteChange(args[0] as never)
        },
      } as Realtime,
      live: {
        isCurrent: () => false,
        lacksMedia: () => false,
        waitsForHost: () => false,
        currentOf: () => null,
        nextMessageAt: () => null,
        restsUntil: () => null,
        connectionOf: () => 'connected',
        storageIsFull: () => false,
        dayOf: devices.dayOf,
      },
      summaryChanged: () => {},
      onFault: (error) => {
        throw error
      },
    })
  const [a, b] = [node('a'), node('b')]
  const changed = async (on: typeof a, times: number) => {
    on.changed({ campaignId: 'c', workspaceId })
    await until('it is told', async () => {
      await clock.advance(200)
      return told.filter((one) => one.startsWith('campaign_changed')).length === times
    })
  }
  await changed(a, 1)
  await changed(b, 2)
  expect(told).toEqual(['campaign_changed by a', 'campaign_halted by a', 'campaign_changed by b'])
  expect([a.changesOf('c'), b.changesOf('c')]).toEqual([2, 2])
  b.noteMissedChanges()
  expect(b.changesOf('c')).toBe(3)
  await Promise.all([a.stop(), b.stop()])
})

test('who sees some numbers only hears of its own number alone', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(close)
  const clock = createFakeClock()
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const other = await seedDevice(db, workspaceId, '60123456780')
  await db.updateTable('devices').set({ name: 'Other' }).where('id', '=', other).execute()
  const ids = { id: 'c', user_id: workspaceId, device_id: deviceId }
  const row = campaignRow({ ...ids, queued: 5 }, { furtherDevices: [other] })
  await db.insertInto('campaigns').values(row).execute()
  const { devices } = ledgerRooms(db)
  const told: unknown[] = []
  const events = createCampaignsEvents({
    db,
    devices,
    campaigns: createCampaignsRepository(db, devices),
    clock,
    log: createLog('silent'),
    realtime: {
      byReach(_workspaceId, _event, { all, own }, deviceIds) {
        told.push(deviceIds, ...[...all, ...own].map((change) => sentenceIn(change)))
      },
    } as Realtime,
    live: {
      isCurrent: () => true,
      lacksMedia: () => false,
      waitsForHost: () => false,
      currentOf: () => null,
      nextMessageAt: () => null,
      restsUntil: () => null,
      connectionOf: (id) => (id === other ? 'disconnected' : 'connected'),
      storageIsFull: () => false,
      dayOf: devices.dayOf,
    },
    summaryChanged: () => {},
    onFault: (error) => {
      throw error
    },
  })
  events.changed({ campaignId: 'c', workspaceId })
  await until('it is told', async () => {
    await clock.advance(200)
    return told.length > 0
  })
  const away = { code: 'sending_away', params: { people: 5, device: 'Other' } }
  expect(told).toEqual([[deviceId], away, { ...away, params: { people: 5, device: '' } }])
  await events.stop()
})

const sentenceIn = (change: unknown) => (change as CampaignChanged).progress?.sentence
