// What we use of oidc-provider, which comes without types.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    callback(): RequestListener
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
  export const interactionPolicy: {
    base(): { add(prompt: object, index: number): void }
    Prompt: new (info: { name: string; requestable: boolean }) => object
  }
}
