import { deviceProblemTexts } from './device-problems.ts'
import { type ErrorParams, fillText } from './refusals.ts'

/**
 * Every refusal of the server by its stable code, with its HTTP status and its English text.
 * `{name}` marks a value filled in from `params`.
 */
export const errors = {
  validation_failed: { status: 400, text: '{detail}' },
  malformed_request: { status: 400, text: 'The request could not be read.' },
  length_required: { status: 411, text: 'The request must state its length.' },
  unauthenticated: { status: 401, text: 'Please sign in.' },
  forbidden: { status: 403, text: 'Access denied' },
  not_found: { status: 404, text: 'Not found.' },
  host_not_allowed: {
    status: 421,
    text: 'This server does not accept the host name in the address. Set PUBLIC_URL or ALLOWED_HOSTS to include it.',
  },
  origin_not_allowed: {
    status: 403,
    text: 'Pages from another address cannot connect. If the address belongs to this server, set PUBLIC_URL to it.',
  },
  too_many_requests: { status: 429, text: 'Too many requests. Try again in {seconds} seconds.' },
  too_many_connections: {
    status: 429,
    text: 'Too many pages are connected at once. Close some of them and try again.',
  },
  database_unavailable: {
    status: 503,
    text: 'The database does not answer. Please try again in a moment.',
  },
  storage_full: {
    status: 503,
    text: "The disk of this server is full, so nothing was saved. Ask the server's operator to free some space, then try again.",
  },
  media_host_away: {
    status: 503,
    text: 'WhatsApp is not accepting files at the moment. Please try again in a moment.',
  },
  storage_short: {
    status: 503,
    text: "The disk of this server is almost full, so nothing new is saved. Deleting still works. Ask the server's operator to free some space, then try again.",
  },
  media_storage_away: {
    status: 503,
    text: 'The media storage does not answer. Please try again in a moment.',
  },
  payload_too_large: { status: 413, text: 'The request is too large.' },
  too_many_uploads: {
    status: 429,
    text: 'Too many uploads at once. Wait until one of them has finished.',
  },
  too_much_waiting: {
    status: 429,
    text: 'Several of your requests are still running. Wait until one of them has finished.',
  },
  too_many_lists: {
    status: 429,
    text: 'Several of your long lists are still loading. Wait until one of them has finished.',
  },
  headers_too_large: {
    status: 431,
    text: 'The address or the headers of this request are too long.',
  },
  request_timeout: { status: 408, text: 'The request took too long to arrive.' },
  range_not_satisfiable: { status: 416, text: 'The requested range is outside this file.' },
  unsupported_media_type: { status: 415, text: 'This content type is not supported.' },
  internal_error: { status: 500, text: 'Something went wrong on the server. Please try again.' },
  gone_meanwhile: {
    status: 409,
    text: 'Something this depends on has just been deleted. Reload the page and try again.',
  },
  shutting_down: { status: 503, text: 'The server is stopping. Please try again in a moment.' },
  wrong_credentials: { status: 401, text: 'Wrong e-mail or password.' },
  too_many_sign_ins: {
    status: 429,
    text: 'Too many failed sign-ins. Try again in {seconds} seconds.',
  },
  too_many_guesses: { status: 429, text: 'Too many wrong tries. Try again in {seconds} seconds.' },
  email_taken: { status: 409, text: 'An account with this e-mail already exists.' },
  password_too_common: {
    status: 422,
    text: 'This password is one of the most common ones. Choose another.',
  },
  current_password_required: {
    status: 403,
    text: 'Enter your current password to set a new one.',
  },
  current_password_wrong: { status: 403, text: 'This is not your current password.' },
  setup_code_required: {
    status: 403,
    text: 'The first account needs the setup code that the server printed when it started.',
  },
  setup_code_wrong: {
    status: 403,
    text: 'This is not the setup code that the server printed when it last started.',
  },
  registration_closed: { status: 403, text: 'Registration is closed on this server.' },
  invitation_required: {
    status: 403,
    text: 'Registration needs an invitation. Ask an admin of this server for one.',
  },
  invitation_invalid: {
    status: 403,
    text: 'This invitation was used, was withdrawn or has expired. Ask for another one.',
  },
  own_reset_link: { status: 403, text: 'Change your own password on the Account page.' },
  invitation_not_found: {
    status: 404,
    text: 'This invitation was used or withdrawn, or has expired.',
  },
  too_many_invitations: {
    status: 409,
    text: 'At most {n} invitations can be open at once. Withdraw some.',
  },
  reset_link_invalid: {
    status: 403,
    text: 'This link was used or has expired. Ask an admin for another one.',
  },
  workspace_not_found: {
    status: 404,
    text: 'You do not belong to this workspace, or it was deleted.',
  },
  person_not_found: { status: 404, text: 'This person does not belong to the workspace.' },
  last_owner: {
    status: 409,
    text: 'A workspace needs an owner. Hand it over to somebody else first.',
  },
  owner_fixed: { status: 403, text: 'Only an owner can make or change an owner.' },
  own_access: { status: 403, text: 'You cannot change your own role.' },
  already_member: { status: 409, text: 'You already belong to this workspace.' },
  invited_is_member: { status: 409, text: '{email} already belongs to the team.' },
  team_invitation_invalid: {
    status: 403,
    text: 'This invitation was used, was withdrawn or has expired. Ask for another one.',
  },
  workspace_name_wrong: {
    status: 400,
    text: 'This is not the name of the workspace, so nothing was deleted.',
  },
  too_many_workspaces: { status: 409, text: 'You can own {n} workspaces.' },
  team_full: { status: 409, text: 'A workspace can have {n} people, with those invited.' },
  user_not_found: { status: 404, text: 'User not found.' },
  no_such_workspace: { status: 404, text: 'There is no such workspace any more.' },
  owns_no_workspace: {
    status: 409,
    text: 'This person owns no workspace, which is what a plan and quotas belong to.',
  },
  chat_not_found: { status: 404, text: 'Chat not found.' },
  chat_entry_not_found: { status: 404, text: 'This message is no longer in the chat.' },
  message_empty: { status: 400, text: 'Write the message first.' },
  message_not_ours: { status: 409, text: 'Only messages of the team can be changed.' },
  message_not_sent: { status: 409, text: 'This message has not been sent yet.' },
  message_not_failed: { status: 409, text: 'This message did not fail.' },
  message_not_text: { status: 409, text: 'Only text messages can be edited.' },
  message_has_left: { status: 409, text: 'This message has left already.' },
  edit_too_late: { status: 409, text: 'A message can be edited for 15 minutes.' },
  delete_too_late: { status: 409, text: 'A message can be deleted for two days.' },
  send_time_past: { status: 400, text: 'Choose a time in the future.' },
  send_time_far: { status: 400, text: 'Choose a time within a year.' },
  poll_options_same: { status: 400, text: 'Two answers of the poll are the same.' },
  number_away: { status: 409, text: 'This number is not connected at the moment.' },
  not_on_whatsapp: { status: 409, text: 'This number is not on WhatsApp.' },
  chat_number_removed: { status: 409, text: 'The number of this chat was removed.' },
  chat_opted_out: {
    status: 409,
    text: 'This person opted out. You can answer when they ask something.',
  },
  chat_answers_forbidden: {
    status: 409,
    text: 'This person opted out, and your workspace does not answer people who did.',
  },
  person_cannot_answer: {
    status: 409,
    text: 'This person cannot answer chats of this number.',
  },
  assignee_only: {
    status: 409,
    text: 'Only the person who has this chat may write in it.',
  },
  chat_label_not_found: { status: 404, text: 'This label does not exist any more.' },
  chat_label_name_taken: { status: 409, text: 'There is a label of this name already.' },
  chat_labels_full: { status: 409, text: 'A workspace can have at most {max} labels.' },
  chat_view_not_found: { status: 404, text: 'This view is no longer saved.' },
  snooze_past: { status: 400, text: 'Choose a time that is still to come.' },
  device_not_found: { status: 404, text: 'Device not found.' },
  device_limit_reached: {
    status: 409,
    text: 'Cannot connect more devices. Your plan ({plan}: {n} device(s)) limit has been reached.',
  },
  device_needs_scan: {
    status: 409,
    text: 'This number was unlinked. Link it again with a new QR code.',
  },
  no_session_to_disconnect: { status: 400, text: 'There is no connected device to disconnect.' },
  link_failed: { status: 400, text: 'The number could not be linked: {reason}. Please try again.' },
  link_passkey_late: {
    status: 409,
    text: 'WhatsApp asked for a passkey and did not get one in time. Nothing was linked. Show a new code to try again.',
  },
  link_passkey_refused: {
    status: 409,
    text: 'WhatsApp did not accept the passkey. Nothing was linked. Show a new code to try again.',
  },
  too_many_pairing_codes: {
    status: 429,
    text: 'Too many pairing codes were requested. Scan the QR code, or try again in {minutes} min.',
  },
  too_many_sessions: {
    status: 429,
    text: 'You have connected numbers many times in a short while. Try again in {minutes} min.',
  },
  server_too_many_sessions: {
    status: 429,
    text: 'Many numbers are being connected on this server right now. Try again in {minutes} min.',
  },
  passkey_not_asked: { status: 404, text: 'None of your numbers is waiting for a passkey.' },
  passkey_answer_wrong: {
    status: 400,
    text: 'This answer belongs to another request, so it was not sent. Copy the request on the screen again and use the passkey of this number.',
  },
  link_forged: {
    status: 502,
    text: 'The number was not linked: the link is not signed by its WhatsApp account. Nothing was saved.',
  },
  contact_key_forged: {
    status: 502,
    text: 'A contact was not messaged: WhatsApp gave an encryption key that is not theirs. Other contacts are not affected.',
  },
  network_not_genuine: {
    status: 502,
    text: deviceProblemTexts.network_not_genuine,
  },
  recipient_not_found: { status: 404, text: 'This person is not in the campaign.' },
  opt_out_not_found: { status: 404, text: 'This person is not on the opt-out list.' },
  opt_out_known: { status: 409, text: 'This number has already opted out.' },
  opt_out_back: { status: 409, text: 'This person has not opted out.' },
  saved_text_not_found: { status: 404, text: 'This saved text no longer exists.' },
  saved_text_name_taken: { status: 409, text: 'Another saved text has this name.' },
  saved_texts_full: {
    status: 409,
    text: 'You have reached the limit of {max} saved texts. Delete one first.',
  },
  chat_views_full: {
    status: 409,
    text: 'You have reached the limit of {max} saved views. Remove one first.',
  },
  person_note_not_found: { status: 404, text: 'This note no longer exists.' },
  person_notes_full: {
    status: 409,
    text: 'There are {max} notes about this person already. Delete one first.',
  },
  contact_not_found: { status: 404, text: 'Contact not found.' },
  contact_number_taken: { status: 409, text: 'Another contact has this number.' },
  contact_field_not_found: { status: 404, text: 'Contact field not found.' },
  contact_field_taken: { status: 409, text: 'A field with this name already exists.' },
  contact_field_reserved: {
    status: 400,
    text: 'This name is reserved for another placeholder. Choose another.',
  },
  contact_field_unreadable: {
    status: 400,
    text: 'This name is used as a [placeholder]. It cannot contain brackets, braces, bars, quotation marks or backslashes.',
  },
  contact_fields_too_many: { status: 409, text: 'Contacts can have at most {n} fields.' },
  contact_groups_too_many: { status: 409, text: 'You can have at most {n} groups.' },
  contact_tag_not_found: { status: 404, text: 'Tag not found.' },
  contact_tag_taken: { status: 409, text: 'A tag with this name already exists.' },
  contact_tags_too_many: { status: 409, text: 'You can have at most {n} tags.' },
  group_not_found: { status: 404, text: 'Contact group not found.' },
  group_name_empty: { status: 400, text: 'Group name cannot be empty.' },
  group_name_taken: { status: 409, text: 'A group with this name already exists.' },
  group_is_segment: {
    status: 409,
    text: 'The conditions of a segment decide who is in it. Choose a group instead.',
  },
  segment_not_found: { status: 404, text: 'Segment not found.' },
  segments_too_many: { status: 409, text: 'You can have at most {n} segments.' },
  phone_number_invalid: { status: 400, text: 'This is not a valid phone number.' },
  phone_numbers_two: {
    status: 400,
    text: 'This cell has two phone numbers. Keep one here and put the other in its own row.',
  },
  phone_number_missing: { status: 400, text: 'There is no phone number in this row.' },
  no_file: { status: 400, text: 'No File Selected' },
  no_group: { status: 400, text: 'No Group Selected' },
  not_excel: { status: 415, text: 'Please select an Excel file (.xlsx or .xls)' },
  spreadsheet_encrypted: {
    status: 422,
    text: 'This file is protected by a password. Save it without one and try again.',
  },
  spreadsheet_numbers: {
    status: 415,
    text: 'This is an Apple Numbers file. In Numbers, choose File, Export To, Excel, then upload that file.',
  },
  spreadsheet_archive: {
    status: 415,
    text: 'This is a ZIP archive. Unpack it and upload the spreadsheet inside.',
  },
  spreadsheet_shortcut: {
    status: 415,
    text: 'This is a link to a Google sheet. In Google Sheets, choose File, Download, Microsoft Excel (.xlsx), then upload that file.',
  },
  spreadsheet_empty: { status: 422, text: 'This file has no rows.' },
  spreadsheet_no_phone_column: {
    status: 422,
    text: 'No column with phone numbers was found in this file.',
  },
  spreadsheet_too_large: {
    status: 413,
    text: 'This file is too large to read. It may hold at most {rows} rows.',
  },
  spreadsheet_too_slow: {
    status: 422,
    text: 'This file takes too long to read. Split it, or save it as .csv, and try again.',
  },
  spreadsheet_quote_open: {
    status: 422,
    text: 'Row {row} has an opening quotation mark without a closing one.',
  },
  spreadsheet_unreadable: {
    status: 422,
    text: 'This file could not be read as a spreadsheet. Save it as .xlsx and try again.',
  },
  import_interrupted: {
    status: 503,
    text: 'The import stopped after {done} of {total} rows. Those are kept; upload the file again to add the rest.',
  },
  media_not_found: { status: 404, text: 'Media file not found.' },
  media_missing: { status: 400, text: 'Please select a file to upload.' },
  media_too_large: { status: 413, text: 'File size exceeds the 10MB limit.' },
  media_wrong_type: { status: 415, text: 'Only image or video files are allowed.' },
  media_unreadable: {
    status: 422,
    text: 'This file is damaged and could not be read. Upload another copy.',
  },
  media_unsupported: {
    status: 415,
    text: 'This file could not be read. Save it as JPEG, PNG or MP4 and try again.',
  },
  media_needs_ffmpeg: {
    status: 415,
    text: "Phones may not play this video, and this server has no ffmpeg to convert it. Upload an MP4 with H.264 video and AAC audio, or ask the server's operator to install ffmpeg.",
  },
  media_sound_needs_ffmpeg: {
    status: 415,
    text: "Phones cannot play this audio in a chat, and this server has no ffmpeg to convert it. Upload an MP3 or M4A, or ask the server's operator to install ffmpeg.",
  },
  media_convert_too_slow: {
    status: 422,
    text: 'Converting this file for phones takes too long. Upload a shorter one, or an MP4 with H.264 video and AAC audio.',
  },
  media_converted_too_large: {
    status: 413,
    text: 'Converted for phones, this file is larger than 10MB. Upload a shorter one.',
  },
  media_too_slow: {
    status: 422,
    text: 'This image takes too long to read. Save it smaller or as JPEG and try again.',
  },
  media_too_many_pixels: {
    status: 422,
    text: 'This image has too many pixels. Use one of at most {megapixels} megapixels.',
  },
  campaign_not_found: { status: 404, text: 'Campaign not found.' },
  idempotency_key_reused: {
    status: 422,
    text: 'This campaign was already created by an earlier request.',
  },
  campaign_deleted_since: {
    status: 410,
    text: 'This campaign was already created and has since been deleted.',
  },
  campaign_number_removed: {
    status: 409,
    text: 'The number of this campaign was removed. Link it again, then switch the campaign on.',
  },
  campaign_media_both: {
    status: 400,
    text: 'Choose library items or one uploaded file, not both.',
  },
  campaign_completed: {
    status: 409,
    text: 'This campaign has finished and cannot be changed. Duplicate it, or send it to the rest.',
  },
  campaign_not_running: {
    status: 409,
    text: 'Only a campaign that is scheduled, waiting or sending can be paused.',
  },
  campaign_cancelled: {
    status: 409,
    text: 'This campaign was cancelled. Duplicate it to send it again.',
  },
  campaign_not_cancellable: {
    status: 409,
    text: 'Only a campaign with people left to message can be cancelled.',
  },
  campaign_follow_up_empty: { status: 409, text: 'No one in this campaign has this outcome.' },
  campaign_nobody_failed: {
    status: 409,
    text: 'No message of this campaign has failed, so there is nothing to retry.',
  },
  campaign_preparing: {
    status: 409,
    text: 'The people of this campaign are still being prepared. Try again in a moment.',
  },
  campaign_not_completed: {
    status: 409,
    text: 'This campaign has not finished yet. Once it has, it can be sent to the rest.',
  },
  test_number_away: {
    status: 409,
    text: 'This number is not connected. Connect it, then send the test.',
  },
  test_empty: { status: 400, text: 'There is nothing to send. Write a caption or choose media.' },
  test_person_gone: {
    status: 409,
    text: 'This person is no longer in your contacts. Choose someone else.',
  },
  test_not_sent: {
    status: 502,
    text: 'The test was not sent: WhatsApp or its file server did not accept it. Try again.',
  },
  campaign_rest_empty: { status: 409, text: 'There is no one left to send this campaign to.' },
  campaign_copy_too_slow: {
    status: 503,
    text: 'Copying this campaign took too long. No copy was created.',
  },
  own_role: { status: 403, text: 'You cannot change your own role.' },
  own_account: { status: 403, text: 'You cannot delete your own account.' },
  node_not_found: { status: 404, text: 'This node is no longer on the list.' },
  node_takes_part: {
    status: 409,
    text: 'This node is still active. Stop its server first.',
  },
  node_has_left: { status: 409, text: 'This node is no longer active.' },
  last_node: {
    status: 409,
    text: "No other node can take over this node's numbers. Start another node first.",
  },
  admin_plan_fixed: { status: 409, text: 'The plan of an admin cannot be changed.' },
  quota_contacts: {
    status: 403,
    text: 'This would exceed your limit of {most} contacts. Delete some first, or ask an admin for more.',
  },
  quota_import: {
    status: 403,
    text: 'This file has {added} new contacts, but your account has room for only {room} of its limit of {most}. Nothing was imported.',
  },
  quota_media_bytes: {
    status: 403,
    text: 'This would exceed your limit of {most} of media. Delete some files first, or ask an admin for more.',
  },
  quota_campaigns: {
    status: 403,
    text: 'This would exceed your limit of {most} campaigns. Delete some first, or ask an admin for more.',
  },
  quota_people_waiting: {
    status: 403,
    text: 'This would exceed your limit of {most} people waiting for messages. Wait for a campaign to finish, delete one, or ask an admin for more.',
  },
  quota_recipients: {
    status: 403,
    text: 'This would exceed your limit of {most} people in campaigns. Delete finished campaigns first, or ask an admin for more.',
  },
  quota_group_places: {
    status: 403,
    text: 'This would exceed your limit of {most} group memberships. Delete groups first, or ask an admin for more.',
  },
  quota_opt_outs: {
    status: 403,
    text: 'This would exceed your limit of {most} opt-out entries. Ask an admin for more.',
  },
  quota_chatbot_items: {
    status: 403,
    text: 'This would exceed your limit of {most} chatbot items. Delete some first, or ask an admin for more.',
  },
  quota_calls_today: {
    status: 403,
    text: 'This would exceed your limit of {most} API and AI calls a day. The limit resets at midnight UTC.',
  },
  chatbot_item_not_found: { status: 404, text: 'Chatbot campaign not found.' },
  chatbot_too_many_items: { status: 409, text: 'A number can have at most {n} chatbot campaigns.' },
  chatbot_too_many_keywords: {
    status: 409,
    text: 'This number would have {keywords} keywords. The limit for all its items together is {n}. Remove some.',
  },
  chatbot_too_many_keyword_characters: {
    status: 409,
    text: 'The keywords of this number would have {characters} characters in total. The limit for all its items is {n}. Remove or shorten some.',
  },
  chatbot_chat_paused: {
    status: 400,
    text: 'The chatbot is paused for an hour in the chat with {chat}: it sent more than 20 replies in a minute.',
  },
  chatbot_chat_paused_slow: {
    status: 400,
    text: 'The chatbot is paused for an hour in the chat with {chat}: it sent more than 60 replies in an hour.',
  },
  chatbot_unnamed_chat_paused: {
    status: 400,
    text: 'The chatbot is paused for an hour in a chat with someone whose number is hidden: it sent more than 20 replies in a minute.',
  },
  chatbot_unnamed_chat_paused_slow: {
    status: 400,
    text: 'The chatbot is paused for an hour in a chat with someone whose number is hidden: it sent more than 60 replies in an hour.',
  },
  chatbot_pause_not_found: { status: 404, text: 'This chat is no longer paused.' },
  chatbot_next_action_missing: {
    status: 409,
    text: 'The next bot action does not exist on this number. Choose another item.',
  },
  chatbot_next_action_cycle: {
    status: 409,
    text: 'This next bot action would loop back to itself: {names}.',
  },
  ai_key_required: { status: 400, text: 'Enter the API key of this provider.' },
  api_rest_body_invalid: {
    status: 400,
    text: 'The body is not valid JSON. Placeholders belong inside quotation marks, as in "[name]".',
  },
  api_rest_path_invalid: {
    status: 400,
    text: "'{path}' is not a valid path. Write it like data.items[0].price.",
  },
  api_rest_field_twice: { status: 400, text: 'Two fields have the same name. Give each its own.' },
  proxies_not_allowed: {
    status: 403,
    text: 'Members cannot set proxies here. Ask an admin of this server.',
  },
  proxy_test_failed: { status: 422, text: 'The proxy does not work: {reason}' },
  ai_key_refused: { status: 422, text: 'The provider did not accept this API key: {reason}' },
  ai_provider_unreachable: { status: 502, text: 'The provider could not be reached: {reason}' },
  ai_settings_simulated: {
    status: 409,
    text: 'On the sandbox network, AI settings are only simulated.',
  },
  sandbox_off: { status: 404, text: 'The sandbox network is not running.' },
  sandbox_phone_not_found: { status: 404, text: 'Sandbox phone not found.' },
  sandbox_no_pairing_code: {
    status: 409,
    text: 'There is no pairing code waiting to be typed.',
  },
  sandbox_no_code: { status: 409, text: 'There is no QR code waiting to be scanned.' },
  sandbox_message_not_found: { status: 404, text: 'Sandbox message not found.' },
  sandbox_delete_refused: {
    status: 409,
    text: 'In a group, only the author or the creator of the group can delete a message.',
  },
  sandbox_group_not_found: { status: 404, text: 'Sandbox group not found.' },
  sandbox_group_invalid: {
    status: 400,
    text: 'A group needs a name and at least one other number.',
  },
  sandbox_no_author: { status: 400, text: 'Choose a member of the group to write as.' },
  sandbox_number_taken: {
    status: 409,
    text: 'This number already belongs to another sandbox phone.',
  },
  sandbox_contact_unregistered: { status: 409, text: 'This number is not on the sandbox network.' },
  sandbox_too_many_phones: { status: 409, text: 'An account can have at most {n} sandbox phones.' },
  sandbox_too_many_pictures: {
    status: 409,
    text: 'You can send at most {n} pictures to your sandbox phones. Send the message without one.',
  },
  sandbox_empty_message: { status: 400, text: 'Write something or attach a picture.' },
  sandbox_scan_failed: {
    status: 409,
    text: 'The phone could not link. Ask for a new QR code and try again.',
  },
  sandbox_phone_linked: { status: 409, text: 'This phone is already linked. Use another one.' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>

export type ErrorCode = keyof typeof errors

/** The English sentence of a refusal, with its values filled in. */
export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  return fillText(errors[code].text, params)
}
