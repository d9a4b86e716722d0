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
/** The network's notification of linked or unlinked devices. */
const DEVICES = 'CB:notification,type:devices'
/** The network's answer to a query for device keys. */
const KEYS = 'CB:iq,type:result,list'

/**
 * Looks up a person's devices before the driver does. The driver's look-up starts a new Signal
 * session with everyone whose LID the network reports, every five minutes, even if a session
 * exists: a second query, a used pre-key and the most expensive step of the protocol for each first
 * reply. Without a session, the driver starts one when it sends.
 */
export async function lookUpDevices(socket: WASocket, jid: string): Promise<void> {
  const user = jidDecode(jid)?.user
  if (!user || isJidGroup(jid) || (await socket.userDevicesCache.get(user))) return
  await storeDevices(socket, [jid])
}

/**
 * Invalidates the cached devices of a person under number and LID when they change: the driver
 * updates only the list of the address that the network names.
 */
export function forgetChangedDevices(socket: WASocket, onFault: (error: unknown) => void): void {
  async function forget({ attrs, content }: BinaryNode): Promise<void> {
    const changes = Array.isArray(content) ? content : []
    const devices = changes.flatMap((change) => getBinaryNodeChildren(change, 'device'))
    const jids = [attrs.from, attrs.lid, ...devices.map((device) => device.attrs.jid)]
    const users = await usersOf(socket, jids)
    await socket.devicesMutex.mutex(async () => {
      for (const user of users) await socket.userDevicesCache.del(user)
    })
  }
  socket.ws.on(DEVICES, (node: BinaryNode) => forget(node).catch(onFault))
}

/**
 * Users under both addresses, as far as stored. The driver's own mapping would query the network
 * for unknown numbers.
 */
async function usersOf(
  { authState }: WASocket,
  jids: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const users = new Set<string>()
  const names = new Set<string>()
  for (const jid of jids) {
    const user = jidDecode(jid)?.user
    if (!user) continue
    users.add(user)
    names.add(isLidUser(jidNormalizedUser(jid)) ? `${user}_reverse` : user)
  }
  if (names.size === 0) return users
  const others = await authState.keys.get('lid-mapping', [...names])
  for (const user of Object.values(others)) if (user) users.add(user)
  return users
}

/**
 * Sends a message, and retries once if the network has no keys for a cached companion device, which
 * was usually unlinked meanwhile (404). For one such device the driver rejects the whole message
 * before sending any of it, until its cache expires after five minutes. The retry looks up the
 * owner's devices again and leaves the companion out.
 */
export async function sendWithoutMissing(
  socket: WASocket,
  send: () => Promise<void>,
): Promise<void> {
  const missing = new Set<string>()
  const codes = new Set<unknown>()
  const onKeys = (answer: BinaryNode) => {
    for (const { jid, code } of companionsWithoutKeys(answer)) {
      missing.add(jid)
      codes.add(code)
    }
  }
  socket.ws.on(KEYS, onKeys)
  try {
    return await send()
  } catch (error) {
    // The driver queries nothing after sending, so the message has not left.
    if (!(error instanceof Error) || !codes.has(Reflect.get(error, 'data'))) throw error
  } finally {
    socket.ws.off(KEYS, onKeys)
  }
  await lookUpWithout(socket, missing)
  await send()
}

/**
 * Companion devices without keys, with the codes that the driver throws (NaN if missing). A phone
 * is never left out, since its owner would not get the message; nor is any device after a rate
 * limit.
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

/** The network names devices by LID; they are cached under number and LID. */
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
  if (people.size > 0) await storeDevices(socket, [...people], without)
}

async function storeDevices(
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
  const users = new Set(people.map((jid) => jidDecode(jid)?.user))
  const devices = extractDeviceJids(found.list, me.id, me.lid ?? '', false).filter(
    (device) => users.has(device.user) && !without.has(nameOf(device)),
  )
  const lists = [...Map.groupBy(devices, ({ user }) => user)]
  if (lists.length === 0) return
  // These lists decide which sessions move to the other address.
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
