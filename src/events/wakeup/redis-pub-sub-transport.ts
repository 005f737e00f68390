import type { RedisClientType } from 'redis';
import type { WakeupTransport } from './wakeup.js';

const CHANNEL = 'strongroom:events';

/** Redis's publish and subscribe. It reconnects and subscribes again by itself. */
export class RedisPubSubTransport implements WakeupTransport {
  private subscriber: RedisClientType | undefined;

  constructor(private readonly redis: RedisClientType) {}

  async notify(message: string): Promise<void> {
    if (this.redis.isReady) await this.redis.publish(CHANNEL, message);
  }

  listen(onMessage: (message: string | null) => void): void {
    const subscriber = this.redis.duplicate();
    this.subscriber = subscriber;
    subscriber.on('error', () => undefined);
    subscriber.on('ready', () => onMessage(null));
    subscriber
      .connect()
      .then(() => subscriber.subscribe(CHANNEL, onMessage))
      .catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.subscriber?.isOpen) this.subscriber.destroy();
  }
}
