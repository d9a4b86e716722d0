import {
  type BinaryNode,
  extractDeviceJids,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  isJidGroup,
  isLidUser,
  isPnUser,
  jidDecode,
  jidNormalizedUser,
  USyncQuery,
  USyncUser,
  type WASocket,
} from 'baileys'

const TOO_MANY = 429
/** The network's news of who has linked or unlinked a device. */
const DEVICES = 'CB:notification,type:devices'
/** The network's answer to a question for the keys of devices. */
const KEYS = 'CB:iq,type:result,list'

/**
 * Looks up a person's devices before the driver does. The driver's own look-up starts a new Signal
 * session with everybody whose other identity the network reports, every five minutes, even where a
 * session exists: a second query, a used prekey and the most expensive step of the protocol would
 * delay each first reply. Where no session exists the driver starts one when it sends.
 */
export async function lookUpDevices(socket: WASocket, jid: string): Promise<void> {
  const user = jidDecode(jid)?.user
  if (!user || isJidGroup(jid) || (await socket.userDevicesCache.get(user))) return
  await keepDevices(socket, [jid])
}

/**
 * Whoever's devices have changed is looked up again, under both of their identities: the driver
 * changes the list of the identity alone that the network names.
 */
export function forgetChangedDevices(socket: WASocket, onFault: (error: unknown) => void): void {
  async function forget({ attrs, content }: BinaryNode): Promise<void> {
    const changes = Array.isArray(content) ? content : []
    const devices = changes.flatMap((change) => getBinaryNodeChildren(change, 'device'))
    const named = [attrs.from, attrs.lid, ...devices.map((device) => device.attrs.jid)]
    const users = await usersOf(socket, named)
    await socket.devicesMutex.mutex(async () => {
      for (const user of users) await socket.userDevicesCache.del(user)
    })
  }
  socket.ws.on(DEVICES, (node: BinaryNode) => forget(node).catch(onFault))
}

/**
 * Under both identities where both are kept. The driver would ask the network for the identity of
 * a number that it does not know.
 */
async function usersOf(
  { authState }: WASocket,
  jids: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const users = new Set<string>()
  const kept = new Set<string>()
  for (const jid of jids) {
    const user = jidDecode(jid)?.user
    if (!user) continue
    users.add(user)
    kept.add(isLidUser(jidNormalizedUser(jid)) ? `${user}_reverse` : user)
  }
  if (kept.size === 0) return users
  const others = await authState.keys.get('lid-mapping', [...kept])
  for (const user of Object.values(others)) if (user) users.add(user)
  return users
}

/**
 * Sends, and once more where the network gives no keys for a companion that is in the cached
 * devices of its owner, who may be ourselves: mostly it was unlinked meanwhile (404). For one such
 * device the driver throws the whole message away before any of it has left, until the cache ends
 * after five minutes. The devices of its owner are looked up again, and it is left out even where
 * they still name it.
 */
export async function sendWithoutMissing(
  socket: WASocket,
  send: () => Promise<void>,
): Promise<void> {
  const missing = new Set<string>()
  const codes = new Set<unknown>()
  const hear = (answer: BinaryNode) => {
    for (const { jid, code } of companionsWithoutKeys(answer)) {
      missing.add(jid)
      codes.add(code)
    }
  }
  socket.ws.on(KEYS, hear)
  try {
    return await send()
  } catch (error) {
    // The driver asks for nothing after a message has left, so with this answer none has.
    if (!(error instanceof Error) || !codes.has(Reflect.get(error, 'data'))) throw error
  } finally {
    socket.ws.off(KEYS, hear)
  }
  await lookUpWithout(socket, missing)
  await send()
}

/**
 * With the codes as the driver throws them: not a number where there is none. A phone without keys
 * is no device that may be left out: its owner would not get the message. Nor is any while the
 * network is asked too much.
 */
function companionsWithoutKeys(answer: BinaryNode): { jid: string; code: number }[] {
  const users = getBinaryNodeChildren(getBinaryNodeChild(answer, 'list'), 'user')
  return users.flatMap((user) => {
    const { jid } = user.attrs
    const error = getBinaryNodeChild(user, 'error')
    const code = Number(error?.attrs.code)
    return error && jid && jidDecode(jid)?.device && code !== TOO_MANY ? [{ jid, code }] : []
  })
}

/** The network names them by LID, and the devices of a person are cached for either identity. */
async function lookUpWithout(socket: WASocket, missing: ReadonlySet<string>): Promise<void> {
  const { lidMapping } = socket.signalRepository
  const people = new Set<string>()
  const without = new Set<string>()
  for (const named of missing) {
    for (const jid of [named, await lidMapping.getPNForLID(named)]) {
      const device = jidDecode(jid ?? undefined)
      if (!jid || !device || !(await socket.userDevicesCache.get(device.user))) continue
      people.add(jidNormalizedUser(jid))
      without.add(nameOf(device))
    }
  }
  await socket.devicesMutex.mutex(async () => {
    for (const jid of people) await socket.userDevicesCache.del(jidDecode(jid)?.user ?? '')
  })
  if (people.size > 0) await keepDevices(socket, [...people], without)
}

async function keepDevices(
  socket: WASocket,
  people: readonly string[],
  without: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { me } = socket.authState.creds
  if (!me) return
  const question = new USyncQuery().withContext('message').withDeviceProtocol().withLIDProtocol()
  for (const jid of people) question.withUser(new USyncUser().withId(jidNormalizedUser(jid)))
  const found = await socket.executeUSyncQuery(question)
  if (!found) return
  const identities = found.list.flatMap(({ id, lid }) =>
    isPnUser(id) && typeof lid === 'string' ? [{ pn: id, lid }] : [],
  )
  await socket.signalRepository.lidMapping.storeLIDPNMappings(identities)
  const asked = new Set(people.map((jid) => jidDecode(jid)?.user))
  const devices = extractDeviceJids(found.list, me.id, me.lid ?? '', false).filter(
    (device) => asked.has(device.user) && !without.has(nameOf(device)),
  )
  const lists = [...Map.groupBy(devices, ({ user }) => user)]
  if (lists.length === 0) return
  // These lists decide which devices' sessions are moved to another identity.
  await socket.authState.keys.set({
    'device-list': Object.fromEntries(
      lists.map(([user, list]) => [user, list.map(({ device }) => String(device ?? 0))]),
    ),
  })
  await socket.devicesMutex.mutex(async () => {
    for (const [user, list] of lists) await socket.userDevicesCache.set(user, list)
  })
}

const nameOf = ({ user, device }: { user: string; device?: number | undefined }) =>
  `${user}:${device ?? 0}`
