import type { Attack } from './attack.ts'
import { compressedBodies, jsonFlood, uploads } from './bodies.ts'
import { connecting, pipelining, slowHeaders, upgrades } from './connections.ts'
import { events, fuzz } from './garbage.ts'
import { registering, signingIn } from './sign-ins.ts'

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'JSON, deep, wide and long': jsonFlood,
  'bodies that say they are compressed': compressedBodies,
  '28 uploads of 290 MB of fields': uploads,
  registering,
  'signing in': signingIn,
  '20,000 fuzzed requests': fuzz,
  '5,000 garbage events': events,
  '5,000 requests in one write': pipelining,
  '1,000 connections whose headers do not end': slowHeaders,
  'connections one after another': connecting,
  'connections that would upgrade': upgrades,
}
