import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAiProviders } from './adapters/ai/ai-providers.ts'
import { createAiWriter } from './adapters/ai/write-with-ai.ts'
import { createDiskMediaStore } from './adapters/media/disk-media-store.ts'
import { createSandboxHost } from './adapters/sandbox/sandbox-host.ts'
import { createSandboxWorld } from './adapters/sandbox/sandbox-world.ts'
import { createGuardedFetch } from './adapters/web-call/guarded-fetch.ts'
import { isMetadataAddress, isPublicAddress } from './adapters/web-call/public-address.ts'
import { createWebCaller } from './adapters/web-call/web-caller.ts'
import { createWhatsAppNetwork } from './adapters/whatsapp/whatsapp-network.ts'
import { type Config, isReachableByOthers } from './config.ts'
import { createAccountsRepository } from './features/accounts/accounts.repository.ts'
import { accountsRoutes } from './features/accounts/accounts.routes.ts'
import { isSetupCodeNeeded } from './features/accounts/admit-registration.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.ts'
import { createMembers } from './features/accounts/members.ts'
import { createSetupCode } from './features/accounts/setup-code.ts'
import { createAuthenticate } from './features/accounts/sign-in-tokens.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { campaignsOf, peopleWaitingOf } from './features/campaigns/campaign-totals.ts'
import { createCampaignsFeature } from './features/campaigns/campaigns.feature.ts'
import { newestTimeZone } from './features/campaigns/newest-time-zone.ts'
import { campaignUsesMedia } from './features/campaigns/uses-media.ts'
import { createChatbotsFeature } from './features/chatbots/chatbots.feature.ts'
import { createItemTotals } from './features/chatbots/items/item-totals.ts'
import { itemUsesMedia } from './features/chatbots/items/uses-media.ts'
import { createContactListsRepository } from './features/contacts/contact-lists.repository.ts'
import { createContactsRepository } from './features/contacts/contacts.repository.ts'
import { contactsRoutes } from './features/contacts/contacts.routes.ts'
import { createGroupDeletion } from './features/contacts/delete-group.ts'
import { createGroupPeople } from './features/contacts/group-people.ts'
import { createGroupsRepository } from './features/contacts/groups.repository.ts'
import { readPhoneNumber } from './features/contacts/phone-number.ts'
import { createCredentialStore } from './features/devices/credentials.repository.ts'
import { createDeviceService } from './features/devices/device-service.ts'
import { createDevicesRepository } from './features/devices/devices.repository.ts'
import { devicesRealtime, devicesRoutes } from './features/devices/devices.routes.ts'
import { createKnownDevices } from './features/devices/known-devices.ts'
import { createCleanStored } from './features/media/clean-stored.ts'
import { createImages } from './features/media/images.ts'
import { createMediaRepository } from './features/media/media.repository.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { presentMedia } from './features/media/present-media.ts'
import { eraseMediaOf, releaseUnused, sweepMedia } from './features/media/release-media.ts'
import { serveUploads } from './features/media/serve-uploads.ts'
import { storeUpload } from './features/media/store-upload.ts'
import { createOutgoing } from './features/outgoing/outgoing.feature.ts'
import { outgoingNeedsMedia } from './features/outgoing/outgoing-rows.ts'
import { startTotals } from './features/outgoing/user-totals.ts'
import { quotasRoutes } from './features/quotas/quotas.routes.ts'
import { createQuotas } from './features/quotas/quotas.ts'
import { sandboxRoutes } from './features/sandbox/sandbox.routes.ts'
import { createAiAllowance } from './features/settings/ai-allowance.ts'
import { createAiSettingsRepository } from './features/settings/ai-settings.repository.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import type { Clock } from './platform/clock.ts'
import { createSecretBox } from './platform/crypto/secret-box.ts'
import { checkSecretKey } from './platform/crypto/secret-check.ts'
import { loadSecretKey } from './platform/crypto/secret-key.ts'
import { createSigner } from './platform/crypto/signer.ts'
import { createDatabaseCheck } from './platform/database/check-database.ts'
import { createDatabaseClaim } from './platform/database/claim-database.ts'
import { type Db, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { createStorageCheck } from './platform/database/try-room.ts'
import { explainUnusableDatabase } from './platform/database/unusable-database.ts'
import { createHostPolicy } from './platform/http/allowed-hosts.ts'
import { createClientAddresses } from './platform/http/client-address.ts'
import { createListening } from './platform/http/listening.ts'
import { createUploadFolder, type UploadedFile } from './platform/http/multipart.ts'
import { createRouter } from './platform/http/routes.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createLifecycle, type Part } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { createPrivateFiles } from './platform/private-files.ts'
import { createRealtime } from './platform/realtime/realtime.ts'
import { createStorageRoom } from './platform/storage-room.ts'
import { eraseRows } from './wiring/erase-rows.ts'

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))
const VERSION = '0.1.0'

export interface App {
  start(): Promise<void>
  /** Drains and ends every part; during `start`, those that have started. */
  stop(): Promise<void>
  /** Where it listens, once started. */
  address(): string
  /**
   * What registering the first account needs; null when it needs nothing, or there is an account.
   */
  setupCode(): Promise<string | null>
}

export interface AppDeps {
  readonly clock: Clock
  readonly log: Log
  /** Another server has taken the database: whoever started this one must stop it. */
  onDatabaseTaken?(): void
  /** What is written does not reach the disk any more: whoever started this one must stop it. */
  onDiskFailed?(error: unknown): void
}

/** The composition root: the only place that knows every room. */
export async function createApp(config: Config, deps: AppDeps): Promise<App> {
  const { clock, log } = deps
  const databaseFile = join(config.dataDir, 'kirim.db')
  const db = openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { file: databaseFile },
    log,
    (error) => deps.onDiskFailed?.(error),
    (error) => room.noticed(error),
  )
  const uploads = createUploadFolder(join(config.dataDir, 'tmp'))
  const room = createStorageRoom({ clock, log, tryToWrite: createStorageCheck(db, uploads.path) })
  const accounts = createAccountsRepository(db)
  const planOf = async (userId: string) => (await accounts.findById(userId))?.membershipPlan ?? null
  const authenticate = createAuthenticate(accounts, clock)
  const addresses = createClientAddresses(config.trustProxy)
  const hosts = createHostPolicy(config)
  const appInfo = { network: config.network, mediaUrl: config.mediaUrl ?? '', version: VERSION }
  const http = await createHttpServer({
    webRoot: WEB_ROOT,
    appInfo,
    mediaUrl: config.mediaUrl,
    addresses,
    hosts,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    version: VERSION,
    log,
    clock,
    onFailed: room.noticed,
  })
  const realtimeServer = createRealtime({ authenticate, addresses, hosts, clock, log })
  const realtime = realtimeServer.realtime
  const route = createRouter(http, authenticate, uploads.path, realtimeServer.positionOf, clock)

  systemRoutes(route, appInfo, {
    databaseAnswers: createDatabaseCheck(db, clock),
    storageIsFull: room.isFull,
  })
  const secretKey = loadSecretKey(config.dataDir, config.secretKey)
  const setupCode = isReachableByOthers(config) && !config.admin ? createSetupCode() : null
  accountsRoutes(route, {
    db,
    accounts,
    onOpened: startTotals,
    sign: createSigner(secretKey),
    clock,
    realtime,
    registerLimitPerHour: config.registerLimitPerHour,
    firstIsAdmin: config.admin === null,
    setupCode,
    secureCookies: config.publicUrl?.startsWith('https:') ?? false,
  })
  const knownDevices = createKnownDevices(db)
  const quotasDeps = {
    db,
    clock,
    sources: {
      planOf: async (tx: Db, userId: string) =>
        (await createAccountsRepository(tx).findById(userId))?.membershipPlan ?? null,
      everyPlan: (tx: Db) => createAccountsRepository(tx).plans(),
      campaigns: campaignsOf,
      peopleWaiting: peopleWaitingOf,
      chatbotItems: createItemTotals(knownDevices),
    },
  }
  const quotas = createQuotas(quotasDeps)
  quotasRoutes(route, { ...quotasDeps, realtime })
  const contacts = createContactsRepository(db, quotas.contacts)
  const contactLists = createContactListsRepository(db, quotas.contactsOf)
  const countryOf = async (userId: string) =>
    (await accounts.findById(userId))?.defaultCountry ?? ''
  const groups = createGroupsRepository(db)
  const groupDeletion = createGroupDeletion({
    groups,
    readers: {
      leave: (tx, groupId) => campaigns.leaveGroup(tx, groupId),
      settled: (groupId, signal) => campaigns.groupSettled(groupId, signal),
    },
    log,
  })
  contactsRoutes(route, {
    uses: {
      ofGroup: (userId, groupId) => campaigns.uses.ofGroup(userId, groupId),
      ofPerson: (userId, phoneNumber) => campaigns.uses.ofPerson(userId, phoneNumber),
    },
    leaveCampaigns: (userId, phoneNumber) => campaigns.takeOut(userId, phoneNumber),
    keepRoom: quotas.keepRoomForContacts,
    contacts,
    lists: contactLists,
    groups,
    groupDeletion,
    countryOf,
    clock,
    realtime,
    log,
  })

  const media = {
    media: createMediaRepository(db, quotas.mediaBytes, [
      campaignUsesMedia,
      itemUsesMedia,
      outgoingNeedsMedia,
    ]),
    store: createDiskMediaStore(join(config.dataDir, 'media')),
    images: createImages(),
    clock,
  }
  mediaRoutes(route, {
    ...media,
    usesOf: (userId, mediaId) => campaigns.uses.ofMedia(userId, mediaId),
  })
  serveUploads(http, media.store)

  const box = createSecretBox(secretKey)
  const sandbox =
    config.network === 'sandbox' ? createSandboxHost({ dataDir: config.dataDir, clock, log }) : null
  const network = createWhatsAppNetwork({
    address: sandbox
      ? sandbox.address
      : () => ({ url: config.whatsappUrl, rootKey: config.whatsappRootKey }),
    credentials: createCredentialStore(db, box),
    sentMessages: { find: (...asked) => outgoing.sentMessages.find(...asked) },
    onReceipts: (...told) => outgoing.receipts(...told),
    onInbound: (message) => chatbots.keepInbound(message),
    onName: (deviceId, phoneNumber, name) => campaigns.networkName(deviceId, phoneNumber, name),
    clock,
    log,
  })
  const library = {
    find: async (userId: string, ids: readonly string[]) =>
      (await media.media.find(userId, ids)).map(presentMedia),
    keepUpload: async (userId: string, file: UploadedFile) =>
      presentMedia(await storeUpload(media, userId, file, { inLibrary: false })),
    keepInLibrary: media.media.keepInLibrary,
    releaseUnused: (ids: readonly string[]) => releaseUnused(media, ids),
    localPath: media.store.localPath,
  }
  const outgoing = createOutgoing({
    db,
    sender: network,
    library,
    clock,
    origins: () => ({ campaign: campaigns.origin, chatbot: chatbots.origin }),
    checks: [
      (message, tx) => campaigns.mayLeave(message, tx),
      (message) => chatbots.mayLeave(message),
    ],
    onMoved: (moves) => {
      for (const { message, holder: campaignId } of moves) {
        const { userId } = message
        if (campaignId === null) campaigns.summaryChanged(userId)
        else campaigns.changed({ campaignId, userId })
      }
    },
  })
  const campaigns = createCampaignsFeature({
    db,
    outgoing,
    groups: createGroupPeople(db),
    devices: knownDevices,
    media: library,
    quotas,
    realtime,
    clock,
    log,
    random: Math.random,
    connectionOf: (deviceId) => devices.connectionOf(deviceId),
    isBeingRemoved: (deviceId) => devices.isBeingRemoved(deviceId),
    storageIsFull: room.isFull,
  })
  campaigns.routes(route)
  room.onChanged(campaigns.storageChanged)
  analyticsRoutes(route, outgoing)

  // An admin runs the machine and may use a model on it;
  // metadata services stay out of reach for all.
  const privateFetch = createGuardedFetch((address) => !isMetadataAddress(address))
  const guardedFetch = config.allowPrivateAddresses
    ? privateFetch
    : createGuardedFetch((address) => isPublicAddress(address) && !isMetadataAddress(address))
  const aiSettings = createAiSettingsRepository(
    db,
    box,
    async (userId) => (await accounts.findById(userId))?.role === 'admin',
  )
  const chatbots = createChatbotsFeature({
    db,
    devices: knownDevices,
    newestTimeZone,
    box,
    outgoing,
    presence: network,
    webCaller: createWebCaller(guardedFetch),
    writer: createAiWriter({ fetch: guardedFetch, privateFetch }),
    allowance: createAiAllowance(db, aiSettings, quotas.calls),
    campaignLines: campaigns.saidTo,
    media: library,
    quota: quotas.chatbotItems,
    calls: quotas.calls,
    contactName: async (userId, phoneNumber) =>
      (phoneNumber && (await contacts.nameOf(userId, phoneNumber))) || '',
    networkName: async (userId, phoneNumber) =>
      (await campaigns.nameOnNetwork(userId, phoneNumber)) ?? '',
    numberOfContact: contacts.numberOf,
    readNumber: async (userId, written) => readPhoneNumber(written, await countryOf(userId)),
    onAiFault: (userId, fault) => log.warn({ userId, fault }, 'AI wrote no reply'),
    realtime,
    clock,
    log,
    random: Math.random,
  })
  const devices = createDeviceService({
    devices: createDevicesRepository(db, box),
    planOf,
    network,
    realtime,
    clock,
    log,
    random: Math.random,
    onConnected: (deviceId) => {
      campaigns.deviceConnected(deviceId)
      chatbots.deviceConnected(deviceId)
    },
    onDisconnected: (deviceId) => {
      campaigns.deviceDisconnected(deviceId)
      chatbots.deviceDisconnected(deviceId)
    },
    onRenamed: chatbots.deviceRenamed,
    onRemoved: async (userId, deviceId) => {
      await campaigns.deviceRemoved(userId, deviceId)
      await chatbots.deviceRemoved(deviceId)
    },
  })
  devicesRoutes(route, devices, async (userId, deviceId) => ({
    campaigns: await campaigns.uses.ofDevice(userId, deviceId),
    chatbotEnabled: await chatbots.isEnabled(userId, deviceId),
  }))
  devicesRealtime(realtimeServer.handle, devices)
  if (sandbox) {
    http.addHook('onRequest', async ({ url }) => {
      if (url.startsWith('/api/sandbox')) await sandbox.started()
    })
  }
  const sandboxWorld = sandbox && createSandboxWorld(sandbox)
  sandboxRoutes(route, {
    world: sandboxWorld,
    realtime,
    namesOf: contactLists.namesOf,
    waitingCode: (userId) => devices.linking.waitingCode(userId)?.text ?? null,
  })

  chatbots.routes(route, devices)
  settingsRoutes(route, {
    settings: aiSettings,
    providers: createAiProviders({ fetch: guardedFetch, privateFetch }),
    simulated: config.network === 'sandbox',
    clock,
  })
  adminRoutes(route, {
    members: createMembers(db),
    realtime,
    belongings: {
      removeDevices: devices.removeAll,
      closeSessions: devices.forgetOwner,
      planChanged: devices.planChanged,
      eraseMedia: (userId) => eraseMediaOf(media, userId),
      eraseRows: (userId) => eraseRows(db, userId),
      removeSandboxPhones: async (userId) => {
        await sandbox?.started()
        await sandboxWorld?.removeOwner(userId)
      },
    },
  })

  const explain = (error: unknown) => {
    throw explainUnusableDatabase(error, databaseFile)
  }
  const claim =
    config.databaseUrl &&
    createDatabaseClaim(config.databaseUrl, {
      clock,
      log,
      onTaken: () => deps.onDatabaseTaken?.(),
    })
  const listening = createListening(http, realtimeServer, config, clock)
  const parts: Part[] = [
    ...(claim ? [{ ...claim, start: () => claim.start().catch(explain) }] : []),
    {
      name: 'database',
      start: async () => {
        await migrate(db).catch(explain)
        await checkSecretKey(db, box)
        if (config.admin) {
          await ensureFirstAdmin({ db, accounts, onOpened: startTotals, clock }, config.admin)
        }
      },
      stop: () => db.destroy(),
    },
    { name: 'media', start: () => sweepMedia(media), stop: async () => {} },
    // Stops after everybody who uses it.
    ...(sandbox ? [{ ...sandbox.part, start: async () => {} }] : []),
    devices.part,
    outgoing.part,
    campaigns.part,
    groupDeletion.part,
    chatbots.part,
    { name: 'uploads', start: uploads.empty, stop: async () => {} },
    createCleanStored({ ...media, folder: uploads.path, log }),
    listening,
    // Whoever looks at the page does not wait for these.
    createPrivateFiles(config.dataDir, log),
    { name: 'driver', start: network.prepare, stop: async () => {} },
    ...(sandbox ? [{ ...sandbox.part, stop: async () => {} }] : []),
    devices.comingBack,
  ]
  const lifecycle = createLifecycle(parts, (part, err) =>
    log.error({ err, part }, 'a part did not stop cleanly'),
  )
  return {
    ...lifecycle,
    address: listening.address,
    setupCode: async () =>
      setupCode && (await isSetupCodeNeeded({ accounts, setupCode })) ? setupCode.text : null,
  }
}
