import { type Person, type Round, statesAtNetwork } from './rounds.ts'
import type { World } from './world.ts'

/** The troubles of a run, counted. */
export interface TroubleCounts {
  drops: number
  offline: number
  optOuts: number
  answers: number
  lateReceipts: number
  repeatedReceipts: number
  fullDisks: number
  failedDisks: number
  databaseStops: number
  powerCuts: number
  /** Kills and power cuts that left a message in flight. */
  inFlight: number
  /** Kills and power cuts after which such a message had already arrived. */
  arrivedInFlight: number
}

const MOST_AT_ONCE = 5
const OFFLINE_MS = 400
const TROUBLE_MS = 1500
/** The gap between two messages of a number. */
const GAP_MS = 100
/** The longest wait for an arrival. */
const PATIENCE_MS = 10_000
/** The most opt-outs of a round. */
const STOPPING = 20

export interface Troubles {
  readonly counts: TroubleCounts
  /**
   * Plays small troubles until this many messages have arrived, plus a part of the gap to the next
   * one. False when nothing arrives.
   */
  live(round: Round, arrivals: number): Promise<boolean>
  kill(): Promise<void>
  killInStart(ms: number): Promise<void>
  comeBack(): Promise<void>
  fullDisk(round: Round): Promise<void>
  databaseStop(round: Round): Promise<void>
  powerCut(round: Round): Promise<void>
  /** Switches all phones on again. */
  over(): void
}

export function createTroubles(world: World, random: () => number): Troubles {
  const { network, witness, devices, server, disk, postgres } = world
  const counts: TroubleCounts = {
    drops: 0,
    offline: 0,
    optOuts: 0,
    answers: 0,
    lateReceipts: 0,
    repeatedReceipts: 0,
    fullDisks: 0,
    failedDisks: 0,
    databaseStops: 0,
    powerCuts: 0,
    inFlight: 0,
    arrivedInFlight: 0,
  }
  const away = new Set<string>()
  let wasKilled = false
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const upTo = (count: number) => 1 + Math.floor(random() * count)
  const later = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

  /** Resolves to false when they do not arrive in time. */
  async function arrived(count: number): Promise<boolean> {
    const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), PATIENCE_MS)
    const came = await Promise.race([witness.next(count).then(() => true), tooLate])
    clearTimeout(timer)
    return came
  }

  async function drop(): Promise<void> {
    const device = pick(devices)
    if (device) network.drop(device.number)
    counts.drops++
  }

  async function goOffline(): Promise<void> {
    const device = pick(devices)
    if (!device) return
    counts.offline++
    network.setOffline(device.number, true)
    await later(random() * OFFLINE_MS)
    network.setOffline(device.number, false)
  }

  /** Opts a person out: half of the time the one whom a number has just written to. */
  async function optOut(round: Round): Promise<void> {
    const open = round.people.filter(({ isOnNetwork, stop }) => isOnNetwork && !stop)
    const last = open.find(({ number }) => number === witness.lastContact())
    const person = random() < 0.5 && last ? last : pick(open)
    const device = pick(devices)
    const stopped = round.people.filter(({ stop }) => stop).length
    if (!person || !device || stopped >= STOPPING) return
    const word = pick(['STOP', 'stop', 'Berhenti', 'UNSUBSCRIBE']) ?? ''
    const { id } = await network.sendAsContact(device.number, person.number, { text: word })
    person.stop = { messageId: id, device }
    counts.optOuts++
  }

  /** Answers as a person whose phone has the message. */
  async function answer(round: Round): Promise<void> {
    const isWrittenTo = ({ number }: Person) => witness.arrivals(number, () => true).length > 0
    const person = pick(round.people.filter((one) => !one.stop && isWrittenTo(one)))
    const campaign = pick(round.campaigns)
    if (!person || !campaign) return
    const { device } = campaign
    const [state] = statesAtNetwork(network, campaign, person.number)
    if (state === undefined || state === 'sent') return
    person.answered.add(device.id)
    await network.sendAsContact(device.number, person.number, { text: 'Terima kasih' })
    counts.answers++
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
    counts.lateReceipts++
  }

  async function repeat(round: Round): Promise<void> {
    const person = reachable(round)
    const device = pick(devices)
    if (!person || !device) return
    network.repeatReceipts(device.number, person.number)
    counts.repeatedReceipts++
  }

  const small = [drop, goOffline, optOut, optOut, answer, answer, switchPhone, repeat]

  /** Plays small troubles at random moments. */
  const happen = (round: Round, moment: () => Promise<unknown>) =>
    Promise.all(
      Array.from({ length: Math.floor(random() * MOST_AT_ONCE) }, async () => {
        const trouble = pick(small)
        await moment()
        await trouble?.(round)
      }),
    )

  const during = (round: Round, ms: number) =>
    Promise.all([happen(round, () => later(random() * ms)), later(ms)])

  async function live(round: Round, arrivals: number): Promise<boolean> {
    await Promise.all([happen(round, () => arrived(upTo(arrivals))), arrived(arrivals)])
    const came = await arrived(1)
    await later(random() * GAP_MS)
    return came
  }

  async function kill(): Promise<void> {
    wasKilled = (await server.kill()) || wasKilled
  }

  /** Counts what a kill left in flight, which needs the database. */
  async function look(): Promise<void> {
    if (!wasKilled) return
    wasKilled = false
    const unsettled = await world.unsettled()
    if (unsettled.length > 0) counts.inFlight++
    if (unsettled.some(witness.hasArrived)) counts.arrivedInFlight++
  }

  async function comeBack(): Promise<void> {
    await look()
    await server.up()
  }

  /** Half of the time the server is killed meanwhile. */
  const withKill = async (round: Round) => {
    await during(round, random() * TROUBLE_MS)
    if (random() < 0.5) await kill()
  }

  return {
    counts,
    live,
    kill,
    async killInStart(ms) {
      await look()
      await server.killInStart(ms)
      wasKilled = true
    },
    comeBack,
    async fullDisk(round) {
      if (!disk.fill) {
        counts.failedDisks++
        server.failDisk()
        await during(round, TROUBLE_MS)
        return
      }
      counts.fullDisks++
      disk.fill()
      await withKill(round)
      disk.free()
      // PostgreSQL exits when its log does not fit on the disk.
      await postgres?.halt()
      postgres?.resume()
      await comeBack()
    },
    async databaseStop(round) {
      if (!postgres) return
      counts.databaseStops++
      await postgres.halt()
      await withKill(round)
      postgres.resume()
      await comeBack()
    },
    async powerCut(round) {
      if (!disk.powerOff) return
      counts.powerCuts++
      disk.powerOff()
      await during(round, random() * OFFLINE_MS)
      await kill()
      await postgres?.halt()
      disk.powerOn()
      postgres?.resume()
      await comeBack()
    },
    over() {
      const [phone] = devices
      for (const number of away) if (phone) network.setContactOffline(phone.number, number, false)
      away.clear()
    },
  }
}
