import type { Db } from '../../../platform/database/database.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'
import { messagedAmong } from '../recipients/contact-history.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'

/** Which side has written in an existing chat: the person too, or only the number. */
type Standing = 'answered' | 'unanswered'

export interface KnownPeopleRooms {
  readonly devices: Pick<CampaignDevices, 'limitsUnanswered'>
  /** The people among these, by number or LID, with whom a device has a chat. */
  heardIn(
    deviceId: string,
    people: readonly string[],
  ): Promise<ReadonlyMap<string, 'them' | 'only_us'>>
  /** Further numbers under which the network knows a workspace's contacts. */
  calledByNetwork(
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>
}

type Person = Pick<Recipient, 'id' | 'workspaceId' | 'phoneNumber' | 'jid'>

/** Finds the people of a campaign with whom a device already has a chat. */
export function createKnownPeople(db: Db, rooms: KnownPeopleRooms) {
  /** By recipient; missing ones are new. */
  async function standingsOf(
    deviceId: string,
    people: readonly Person[],
  ): Promise<ReadonlyMap<string, Standing>> {
    const [first] = people
    if (!first) return new Map()
    const numbers = people.map(({ phoneNumber }) => phoneNumber)
    const messaged = await messagedAmong(db, first.workspaceId, deviceId, numbers)
    const called = await rooms.calledByNetwork(first.workspaceId, numbers)
    const namesOf = ({ phoneNumber, jid }: Person) => [
      phoneNumber,
      ...(called.get(phoneNumber) ?? []),
      ...(jid === null ? [] : [nameIn(jid)]),
    ]
    const chats = await rooms.heardIn(deviceId, people.flatMap(namesOf))
    const standings = new Map<string, Standing>()
    for (const person of people) {
      const kinds = namesOf(person).flatMap((name) => chats.get(name) ?? [])
      if (kinds.includes('them')) standings.set(person.id, 'answered')
      else if (kinds.length > 0 || messaged.has(person.phoneNumber)) {
        standings.set(person.id, 'unanswered')
      }
    }
    return standings
  }

  return {
    standingsOf,

    /** The people among these to whom a limit of new chats does not apply. */
    async known(deviceId: string, people: readonly Person[]): Promise<ReadonlySet<string>> {
      const standings = await standingsOf(deviceId, people)
      if (standings.size === 0) return new Set()
      const isStrict = await rooms.devices.limitsUnanswered(deviceId)
      const goesOn = ([, standing]: [string, Standing]) => standing === 'answered' || !isStrict
      return new Set([...standings].filter(goesOn).map(([id]) => id))
    },
  }
}

/** The key of a stored chat: the number of an account, or the whole LID. */
function nameIn(jid: string): string {
  const [number = ''] = jid.split(/[:@]/)
  return jid.endsWith('@lid') ? jid : number
}
