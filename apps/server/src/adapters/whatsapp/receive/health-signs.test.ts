import { EventEmitter } from 'node:events'
import type { BinaryNode, WASocket } from 'baileys'
import { expect, test } from 'vitest'
import type { HealthSign } from '../../../features/devices/health/health.ports.ts'
import { createHealthSigns } from './health-signs.ts'

const ME = '60111111111@s.whatsapp.net'
const SITI = '60131000001@s.whatsapp.net'

function heard(event: string, attrs: BinaryNode['attrs']): HealthSign[] {
  const signs: HealthSign[] = []
  const ws = new EventEmitter()
  const socket = { ws, authState: { creds: { me: { id: ME, lid: '77@lid' } } } }
  createHealthSigns((sign) => signs.push(sign)).watch(socket as unknown as WASocket)
  ws.emit(event, { tag: 'receipt', attrs })
  return signs
}

test.each<[string, BinaryNode['attrs'], HealthSign[]]>([
  ['that somebody has a message', { from: SITI }, ['in']],
  ['that somebody read it', { from: SITI, type: 'read' }, ['in']],
  [
    'that it was read on the own phone',
    { from: SITI, recipient: ME, type: 'read-self' },
    ['phone'],
  ],
  ['the same from the own account', { from: ME, type: 'read-self' }, ['phone']],
  ['the same of the offline queue', { from: ME, type: 'read-self', offline: '1' }, []],
  ['what the phone gives by itself', { from: ME, recipient: SITI, type: 'sender' }, []],
  ['the same under its identity', { from: '77@lid', type: 'peer_msg' }, []],
])('a receipt says %s', (_what, attrs, signs) => {
  expect(heard('CB:receipt', attrs)).toEqual(signs)
})

test('changed settings are a sign of the phone', () => {
  expect(heard('CB:notification,type:server_sync', { from: ME })).toEqual(['phone'])
})
