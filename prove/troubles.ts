import type { Person, Round } from './rounds.ts'
import type { World } from './world.ts'

/** What went wrong in a run, counted. */
export interface Told {
  drops: number
  offline: number
  optOuts: number
  lateReceipts: number
  repeatedReceipts: number
  fullDisks: number
  failedDisks: number
  databaseStops: number
  powerCuts: number
}

const MOST_AT_ONCE = 5
const OFFLINE_MS = 400
const TROUBLE_MS = 2000
/** Of the people of a round, at most so many opt out. */
const STOPPING = 10

export interface Troubles {
  readonly told: Told
  /** So long the server lives, with small troubles at random moments. */
  live(round: Round, ms: number): Promise<void>
  fullDisk(round: Round): Promise<void>
  databaseStop(round: Round): Promise<void>
  powerCut(round: Round): Promise<void>
  /** Whoever's phone is off switches it on again. */
  over(): void
}

export function createTroubles(world: World, random: () => number): Troubles {
  const { network, devices, server, disk, postgres } = world
  const told: Told = {
    drops: 0,
    offline: 0,
    optOuts: 0,
    lateReceipts: 0,
    repeatedReceipts: 0,
    fullDisks: 0,
    failedDisks: 0,
    databaseStops: 0,
    powerCuts: 0,
  }
  const away = new Set<string>()
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const later = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

  async function drop(): Promise<void> {
    const device = pick(devices)
    if (device) network.drop(device.number)
    told.drops++
  }

  async function goOffline(): Promise<void> {
    const device = pick(devices)
    if (!device) return
    told.offline++
    network.setOffline(device.number, true)
    await later(random() * OFFLINE_MS)
    network.setOffline(device.number, false)
  }

  async function optOut({ people }: Round): Promise<void> {
    const open = people.filter(({ isOnNetwork, stop }) => isOnNetwork && !stop)
    const person = pick(open)
    const device = pick(devices)
    const stopped = people.filter(({ stop }) => stop).length
    if (!person || !device || stopped >= STOPPING) return
    const word = pick(['STOP', 'stop', 'Berhenti', 'UNSUBSCRIBE']) ?? ''
    const { id } = await network.sendAsContact(device.number, person.number, { text: word })
    person.stop = { messageId: id, device }
    told.optOuts++
  }

  const reachable = ({ people }: Round): Person | undefined =>
    pick(people.filter(({ isOnNetwork }) => isOnNetwork))

  async function switchPhone(round: Round): Promise<void> {
    const person = reachable(round)
    const [phone] = devices
    if (!person || !phone) return
    const isAway = away.delete(person.number)
    if (!isAway) away.add(person.number)
    network.setContactOffline(phone.number, person.number, !isAway)
    told.lateReceipts++
  }

  async function repeat(round: Round): Promise<void> {
    const person = reachable(round)
    const device = pick(devices)
    if (!person || !device) return
    network.repeatReceipts(device.number, person.number)
    told.repeatedReceipts++
  }

  const small = [drop, goOffline, optOut, optOut, switchPhone, switchPhone, repeat, repeat]

  async function live(round: Round, ms: number): Promise<void> {
    const troubles = Array.from({ length: Math.floor(random() * MOST_AT_ONCE) }, async () => {
      const trouble = pick(small)
      await later(random() * ms)
      await trouble?.(round)
    })
    await Promise.all([...troubles, later(ms)])
  }

  /** In the middle of it the server is killed, every other time. */
  const withKill = async (round: Round) => {
    await live(round, random() * TROUBLE_MS)
    if (random() < 0.5) await server.kill()
  }

  return {
    told,
    live,
    async fullDisk(round) {
      if (!disk.fill) {
        told.failedDisks++
        server.failDisk()
        return live(round, TROUBLE_MS)
      }
      told.fullDisks++
      disk.fill()
      await withKill(round)
      disk.free()
      // PostgreSQL ends by itself when it has no room for its log.
      await postgres?.halt()
      postgres?.resume()
      await server.up()
    },
    async databaseStop(round) {
      if (!postgres) return
      told.databaseStops++
      await postgres.halt()
      await withKill(round)
      postgres.resume()
      await server.up()
    },
    async powerCut(round) {
      if (!disk.powerOff) return
      told.powerCuts++
      disk.powerOff()
      await live(round, random() * OFFLINE_MS)
      await server.kill()
      await postgres?.halt()
      disk.powerOn()
      postgres?.resume()
      await server.up()
    },
    over() {
      const [phone] = devices
      for (const number of away) if (phone) network.setContactOffline(phone.number, number, false)
      away.clear()
    },
  }
}
