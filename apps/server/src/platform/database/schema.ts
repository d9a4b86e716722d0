import type { AccountsTables } from './schema/accounts.ts'
import type { AnalyticsTables } from './schema/analytics.ts'
import type { CampaignsTables } from './schema/campaigns.ts'
import type { ChatHistoryTables } from './schema/chat-history.ts'
import type { ChatSearchTables } from './schema/chat-search.ts'
import type { ChatWaitTables } from './schema/chat-waits.ts'
import type { ChatbotsTables } from './schema/chatbots.ts'
import type { ChatsTables } from './schema/chats.ts'
import type { ClusterTables } from './schema/cluster.ts'
import type { ContactsTables } from './schema/contacts.ts'
import type { DevicesTables } from './schema/devices.ts'
import type { InboundFilesTables } from './schema/inbound-files.ts'
import type { InboxTables } from './schema/inbox.ts'
import type { MannersTables } from './schema/manners.ts'
import type { MediaTables } from './schema/media.ts'
import type { OptOutsTables } from './schema/opt-outs.ts'
import type { OutgoingTables } from './schema/outgoing.ts'
import type { PlatformTables } from './schema/platform.ts'
import type { QuotasTables } from './schema/quotas.ts'
import type { RetentionTables } from './schema/retention.ts'
import type { SavedTextsTables } from './schema/saved-texts.ts'
import type { SettingsTables } from './schema/settings.ts'
import type { WorkspacesTables } from './schema/workspaces.ts'

/**
 * All tables, as Kysely is told them; those of each room are in `schema/` under its name, and the
 * chatbots' inbox in a file of its own. Ids are text (UUIDv7); times are epoch milliseconds;
 * booleans are 0 or 1; JSON is text.
 */
export interface Database
  extends AccountsTables,
    AnalyticsTables,
    CampaignsTables,
    ChatbotsTables,
    ChatHistoryTables,
    ChatSearchTables,
    ChatWaitTables,
    ChatsTables,
    ClusterTables,
    ContactsTables,
    DevicesTables,
    InboundFilesTables,
    InboxTables,
    MannersTables,
    MediaTables,
    OptOutsTables,
    OutgoingTables,
    PlatformTables,
    QuotasTables,
    RetentionTables,
    SavedTextsTables,
    SettingsTables,
    WorkspacesTables {}
