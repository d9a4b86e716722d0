import type { ContactGroup } from '@kirim/contract/contacts'
import type { Device, DeviceUse } from '@kirim/contract/devices'
import type { MediaFile } from '@kirim/contract/media'
import type { Workspace } from '@kirim/contract/workspaces'

export function deviceOf(given: Partial<Device> = {}): Device {
  return {
    id: 'd1',
    name: 'Kedai',
    number: '60123456789',
    phoneNumber: '60123456789',
    connected: true,
    connectionStatus: 'connected',
    linkedAt: '2026-11-01T00:00:00.000Z',
    problem: null,
    health: {
      lastInAt: null,
      lastOutAt: null,
      unreadable: 0,
      unreadableSince: null,
      preKeysLeft: null,
      latencyMs: null,
    },
    newChats: null,
    proxy: null,
    today: { used: 0, cap: null, endsAt: '2035-01-01T00:00:00.000Z' },
    ...given,
  }
}

const NO_CAMPAIGNS = { running: 0, waiting: 0, paused: 0, completed: 0 }

/** By default no campaign depends on the number. */
export function deviceUseOf(given: Partial<DeviceUse> = {}): DeviceUse {
  return {
    campaigns: NO_CAMPAIGNS,
    shared: NO_CAMPAIGNS,
    sharedAway: NO_CAMPAIGNS,
    waiting: { campaigns: 0, people: 0 },
    chatbotEnabled: false,
    ...given,
  }
}

export function groupOf(_id = 'g1', name = 'Pelanggan', count = 3): ContactGroup {
  return { _id, groupName: name, name, contactCount: count, count }
}

export function mediaOf(given: Partial<MediaFile> = {}): MediaFile {
  return {
    _id: 'm1',
    originalName: 'menu.png',
    fileName: 'f1.png',
    filePath: 'uploads/f1.png',
    fileType: 'image/png',
    fileSize: 1024,
    createdAt: '2026-11-01T00:00:00.000Z',
    ...given,
  }
}

/** By default the person owns it alone. */
export function workspaceOf(given: Partial<Workspace> = {}): Workspace {
  return {
    id: 'u1',
    name: 'Kopi Pagi',
    role: 'owner',
    sees: 'all',
    hidesNumbers: false,
    people: 1,
    numbers: 1,
    membershipPlan: 'Basic',
    defaultCountry: 'MY',
    hidesNumbersOfAgents: false,
    ...given,
  }
}
