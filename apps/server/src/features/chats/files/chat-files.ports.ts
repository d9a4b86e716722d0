import type { MessageFile } from '@kirim/contract/message-content'

/** Where the file of a received message is; one without it is with the network. */
export interface FileState {
  readonly state: MessageFile['state']
  readonly mediaId: string | null
  readonly previewId: string | null
}

/** A file among the workspace's media. */
export interface KeptFile {
  readonly id: string
  readonly originalName: string
  readonly fileName: string
  readonly fileType: string
  /** In bytes. */
  readonly fileSize: number
  readonly facts: {
    readonly width: number | null
    readonly height: number | null
    readonly seconds: number | null
    readonly thumbnail: string | null
  }
}

/** The files of chats, which the features of messages and media store. */
export interface ChatFilesStore {
  readonly received: {
    /** By the ids of received messages of a device. */
    among(deviceId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, FileState>>
    /** Asks for a file that is not here. */
    ask(message: { deviceId: string; messageId: string }, now: number): Promise<void>
    /** Begins to fetch what is asked for, on the node that has the device. */
    wake(deviceId: string): void
  }
  readonly media: {
    find(workspaceId: string, ids: readonly string[]): Promise<readonly KeptFile[]>
    /** The path of a local copy; null when it is gone. Throws `media_storage_away`. */
    localPath(fileName: string): Promise<string | null>
  }
}
