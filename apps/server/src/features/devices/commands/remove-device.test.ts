import { expect, test } from 'vitest'
import { NO_PACE } from '../pace/device-pace.repository.ts'
import { createDeviceOwners } from '../store/device-owners.ts'
import type { LinkedDevice } from '../store/devices.repository.ts'
import { createRemoveDevice, type RemoveDeviceDeps } from './remove-device.ts'

const device: LinkedDevice = {
  id: 'device',
  workspaceId: 'user',
  number: '60123456789',
  name: 'Shop',
  wanted: true,
  loggedOut: false,
  linkedAt: 0,
  isConnectedElsewhere: false,
  connectedAt: 0,
  newChats: {
    limitedUntil: null,
    isNamed: false,
    holdsUnanswered: false,
    lockedUntil: null,
    quota: null,
  },
  pace: NO_PACE,
}

/** Records what happened, in order; the network answers when the test lets it. */
function setUp(logOut: () => Promise<void>) {
  const steps: string[] = []
  const note = (step: string) => async () => void steps.push(step)
  const deps = {
    devices: {
      markRemoving: note('unwanted'),
      markRemoved: note('removed'),
    },
    connections: {
      isConnected: () => true,
      logOut: async () => {
        steps.push('log out')
        await logOut()
      },
    },
    planLimit: { forget: () => {} },
    forgetProxy: note('proxy forgotten'),
    status: { afterClosing: note('told') },
    owners: createDeviceOwners({ ownerOf: async () => device.workspaceId }),
    find: async () => device,
    onDisconnected: () => void steps.push('stopped'),
    onRemoved: note('switched off'),
    onLeaving: () => {},
    onFault: () => {},
  } as unknown as RemoveDeviceDeps
  return { steps, service: createRemoveDevice(deps) }
}

test('a number being removed sends nothing and stores nothing', async () => {
  let answer = () => {}
  const { steps, service } = setUp(
    () =>
      new Promise((done) => {
        answer = done
      }),
  )
  expect(service.isLeaving(device.id)).toBe(false)
  const removing = service.remove(device.workspaceId, device.id)
  await expect.poll(() => steps).toEqual(['unwanted', 'stopped', 'switched off', 'log out'])
  expect(service.isLeaving(device.id)).toBe(true)
  answer()
  await removing
  expect(steps.slice(4)).toEqual(['proxy forgotten', 'removed', 'switched off', 'stopped', 'told'])
  expect(service.isLeaving(device.id)).toBe(false)
})

test('an interrupted removal is finished at the next start', async () => {
  const { steps, service } = setUp(async () => {})
  await service.resumeRemovals([device])
  expect(steps).toContain('removed')
})
