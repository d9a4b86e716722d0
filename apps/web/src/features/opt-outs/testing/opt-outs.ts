import type { OptOut, OptOutChange, OptOutPage } from '@kirim/contract/opt-outs'

export function changeOf(given: Partial<OptOutChange> = {}): OptOutChange {
  return {
    id: '2',
    change: 'out',
    how: 'message',
    at: '2026-11-24T09:40:00.000Z',
    word: 'Berhenti',
    deviceName: 'Kedai Kopi Pagi',
    campaignName: 'Baucar hari lahir',
    reason: '',
    fileName: '',
    ...given,
  }
}

export function optOutOf(given: Partial<OptOut> = {}): OptOut {
  return {
    id: 'o1',
    name: 'Puan Rokiah',
    phoneNumber: '60123456807',
    username: '',
    isContact: true,
    standing: 'message',
    since: '2026-11-24T09:40:00.000Z',
    last: changeOf(),
    ...given,
  }
}

/** A page of these people, with the counts of everybody. */
export function pageOf(
  items: readonly OptOut[],
  counts: Partial<OptOutPage['counts']> = {},
): OptOutPage {
  const nobody = { message: 0, owner: 0, import: 0, back: 0 }
  return { items: [...items], next: null, counts: { ...nobody, ...counts } }
}
