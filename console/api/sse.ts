/** One message of a stream of server-sent events (HTML Living Standard, 9.2). */
export interface ServerSentEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** Takes text as it comes, in any pieces; returns the messages that are whole. */
export class SseReader {
  private rest = '';

  read(text: string): ServerSentEvent[] {
    // Each message ends with an empty line; servers of this API end lines by LF.
    const parts = (this.rest + text).split('\n\n');
    this.rest = parts.pop() ?? '';
    return parts.map(messageOf).filter((message) => message !== null);
  }
}

function messageOf(part: string): ServerSentEvent | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  let isEmpty = true;
  for (const line of part.split('\n')) {
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === undefined || field === 'retry') continue;
    isEmpty = false;
    if (field === 'id') id = value;
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return isEmpty ? null : { id, event, data: data.join('\n') };
}
