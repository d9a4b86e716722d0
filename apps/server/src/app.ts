import { createSandboxHost } from './adapters/sandbox/sandbox-host.ts'
import { loadDriver } from './adapters/whatsapp/load-driver.ts'
import type { Config } from './config.ts'
import type { PasswordCost } from './features/accounts/passwords.ts'
import { chatbotAnswers } from './features/chatbots/answering/answers.ts'
import { savedTextUsesMedia } from './features/saved-texts/saved-texts.repository.ts'
import { savedTextsRoutes } from './features/saved-texts/saved-texts.routes.ts'
import type { Clock } from './platform/clock.ts'
import { createEarlyStatistics } from './platform/database/early-statistics.ts'
import { createLifecycle, type Part } from './platform/lifecycle.ts'
import { createListening } from './platform/listening.ts'
import type { Log } from './platform/log.ts'
import { wireAccounts } from './wiring/accounts.ts'
import { wireAdminAndSandbox } from './wiring/admin.ts'
import { wireAnalytics } from './wiring/analytics.ts'
import { createBase } from './wiring/base.ts'
import { wireCampaigns } from './wiring/campaigns.ts'
import { wireChatPerson } from './wiring/chat-person.ts'
import { wireChatPush } from './wiring/chat-push.ts'
import { wireChatSearch } from './wiring/chat-search.ts'
import { wireChatbots } from './wiring/chatbots.ts'
import { wireChats } from './wiring/chats.ts'
import { wireCluster } from './wiring/cluster.ts'
import { wireContacts } from './wiring/contacts.ts'
import { databaseParts } from './wiring/database-parts.ts'
import { wireDelivery } from './wiring/delivery.ts'
import { wireDevices } from './wiring/devices.ts'
import { wireListeners } from './wiring/listeners.ts'
import { wireManners } from './wiring/manners.ts'
import { wireMedia } from './wiring/media.ts'
import { wireMemberWriting } from './wiring/member-writing.ts'
import { wireMessages } from './wiring/messages.ts'
import { wireNetwork } from './wiring/network.ts'
import { wireOptOuts } from './wiring/opt-outs.ts'
import { wireOutboundCalls } from './wiring/outbound-calls.ts'
import { wirePhoneChats } from './wiring/phone-chats.ts'
import { wireQuotas } from './wiring/quotas.ts'
import { wireRetention } from './wiring/retention.ts'
import { wireTeam } from './wiring/team.ts'
import { wireWorkspaces } from './wiring/workspaces.ts'

export interface App {
  start(): Promise<void>
  /** Drains and stops every part; during `start`, those already started. */
  stop(): Promise<void>
  /** The listening address, once started. */
  address(): string
  /** The code for registering the first account; null when none is needed or an account exists. */
  setupCode(): Promise<string | null>
}

export interface AppDeps {
  readonly clock: Clock
  readonly log: Log
  /** A cheaper hash, for tests that register many accounts. */
  readonly passwordCost?: PasswordCost
  /** Overrides the version, in tests with several. */
  readonly version?: string
  /** Another process needs the database alone: the caller of `start` must stop this server. */
  onDatabaseTaken?(): void
  /** The other nodes have taken over from this one, which can write nothing any more. */
  onLost?(): void
  /** Writes no longer reach the disk: the caller of `start` must stop the server. */
  onDiskFailed?(error: unknown): void
}

/** The composition root: with `wiring/`, the only place that knows all features. */
export async function createApp(config: Config, deps: AppDeps): Promise<App> {
  const { clock, log } = deps
  const base = await createBase(config, deps)
  const sandbox =
    config.network === 'sandbox'
      ? createSandboxHost({
          ...config,
          clock,
          log,
          loadDriver: async () => void (await loadDriver()),
        })
      : null
  // Each room gets those before it, and sets the calls that they make into rooms above.
  const cluster = wireCluster(base, { onLost: () => deps.onLost?.() })
  const workspaces = wireWorkspaces(base)
  const accounts = wireAccounts(base, workspaces)
  const quotas = wireQuotas(base, accounts, workspaces)
  const contacts = wireContacts(base, quotas, workspaces)
  const media = wireMedia(base, quotas)
  const network = wireNetwork(base, { sandbox, accounts, cluster })
  const messages = wireMessages(base, { contacts, network, answers: chatbotAnswers })
  const delivery = wireDelivery(base, { workspaces, cluster, media, messages, network })
  const devices = wireDevices(base, { accounts, workspaces, cluster, network, delivery })
  const analytics = wireAnalytics(base, delivery)
  savedTextsRoutes(base.route, { ...base, media: media.library })
  media.addNeed(savedTextUsesMedia)
  const optOuts = wireOptOuts(base, {
    accounts,
    workspaces,
    quotas,
    contacts,
    delivery,
    devices,
    messages,
  })
  const manners = wireManners(base, { contacts, network, delivery, devices })
  const lower = {
    accounts,
    workspaces,
    quotas,
    contacts,
    media,
    network,
    delivery,
    devices,
    messages,
    optOuts,
  }
  const campaigns = wireCampaigns(base, { ...lower, cluster, analytics })
  const calls = wireOutboundCalls(base, quotas, accounts)
  const chatbots = wireChatbots(base, { ...lower, calls, manners, campaigns })
  const person = wireChatPerson(base, { ...lower, campaigns })
  const memberWriting = wireMemberWriting(base, { ...lower, cluster })
  const chats = wireChats(base, { ...lower, chatbots, person, memberWriting })
  const chatSearch = wireChatSearch(base, chats)
  const chatPush = wireChatPush(base, lower)
  const phoneChats = wirePhoneChats(base, { ...lower, cluster, manners, chats })
  wireListeners({ contacts, messages, optOuts, campaigns, chatbots })
  const admin = wireAdminAndSandbox(base, {
    accounts,
    workspaces,
    devices,
    contacts,
    media,
    sandbox,
  })
  wireTeam(base, { workspaces, accounts, admin, chats })
  const retention = wireRetention(base, { messages, delivery, library: media.library })
  base.upward.requireAll()

  const listening = createListening(base.http, base.realtimeServer, config, clock)
  const parts: (Part | readonly Part[])[] = [
    ...databaseParts(base, {
      onTaken: () => deps.onDatabaseTaken?.(),
      ready: accounts.ensureAdmin,
      hasMedia: media.library.hasAny,
    }),
    createEarlyStatistics(base),
    base.bus.part,
    base.realtimeServer.between,
    base.realtimeServer.presence,
    cluster.part,
    base.work.part,
    media.swept,
    // Stops after everything that uses it.
    { name: 'sandbox network', start: async () => {}, stop: async () => sandbox?.stop() },
    devices.health.part,
    devices.standings.part,
    devices.linkingAnywhere.part,
    cluster.leases.part,
    devices.part,
    analytics.part,
    delivery.part,
    phoneChats.part,
    // Stopped in parallel: each waits for the network to answer its pending messages.
    [optOuts.part, manners.part, campaigns.part, chatbots.part, chats.part],
    chats.filesPart,
    contacts.deletion.part,
    contacts.filling.part,
    contacts.textIndexing,
    { name: 'uploads', start: base.uploads.empty, stop: async () => {} },
    media.erasing,
    listening,
    media.converting,
    // The first page does not wait for this.
    {
      name: 'driver',
      start: async () => {
        if (!devices.someComeBack()) return
        await network.prepare()
        await sandbox?.started()
      },
      stop: async () => {},
    },
    devices.reconnecting,
    cluster.figures.part,
    messages.part,
    chatSearch.part,
    chatPush.part,
    retention.part,
  ]
  const lifecycle = createLifecycle(parts, (part, err) =>
    log.error({ err, part }, 'a part did not stop cleanly'),
  )
  return { ...lifecycle, address: listening.address, setupCode: accounts.setupCode }
}
