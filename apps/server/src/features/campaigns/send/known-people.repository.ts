import type { Db } from '../../../platform/database/database.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'
import { writtenToAmong } from '../recipients/contact-history.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'

/** What there was of a chat before: they have written in it, or only we have. */
type Standing = 'answered' | 'unanswered'

export interface KnownPeopleRooms {
  readonly devices: Pick<CampaignDevices, 'limitsUnanswered'>
  /** Those of these people, by number or LID, with whom a device has a chat. */
  heardIn(
    deviceId: string,
    people: readonly string[],
  ): Promise<ReadonlyMap<string, 'them' | 'only_us'>>
  /** What the network calls a user's contacts by, beside the number that was typed. */
  calledByNetwork(
    userId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>
}

type Person = Pick<Recipient, 'id' | 'userId' | 'phoneNumber' | 'jid'>

/** With whom of a campaign's people a device has a chat already. */
export function createKnownPeople(db: Db, rooms: KnownPeopleRooms) {
  /** By recipient; whoever is missing is new. */
  async function standingsOf(
    deviceId: string,
    people: readonly Person[],
  ): Promise<ReadonlyMap<string, Standing>> {
    const [first] = people
    if (!first) return new Map()
    const numbers = people.map(({ phoneNumber }) => phoneNumber)
    const written = await writtenToAmong(db, first.userId, deviceId, numbers)
    const called = await rooms.calledByNetwork(first.userId, numbers)
    const namesOf = ({ phoneNumber, jid }: Person) => [
      phoneNumber,
      ...(called.get(phoneNumber) ?? []),
      ...(jid === null ? [] : [nameIn(jid)]),
    ]
    const heard = await rooms.heardIn(deviceId, people.flatMap(namesOf))
    const standings = new Map<string, Standing>()
    for (const person of people) {
      const said = namesOf(person).flatMap((name) => heard.get(name) ?? [])
      if (said.includes('them')) standings.set(person.id, 'answered')
      else if (said.length > 0 || written.has(person.phoneNumber)) {
        standings.set(person.id, 'unanswered')
      }
    }
    return standings
  }

  return {
    standingsOf,

    /** Those of these people whom a limit of new chats does not hold back. */
    async known(deviceId: string, people: readonly Person[]): Promise<ReadonlySet<string>> {
      const standings = await standingsOf(deviceId, people)
      if (standings.size === 0) return new Set()
      const isStrict = await rooms.devices.limitsUnanswered(deviceId)
      const goesOn = ([, standing]: [string, Standing]) => standing === 'answered' || !isStrict
      return new Set([...standings].filter(goesOn).map(([id]) => id))
    },
  }
}

/** As chats are kept: the number of an account, or the whole LID. */
function nameIn(jid: string): string {
  const [number = ''] = jid.split(/[:@]/)
  return jid.endsWith('@lid') ? jid : number
}
