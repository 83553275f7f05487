import type { Context } from "../../core/http/context.ts";

/** Wraps the handler of an endpoint that processes recorded voices. */
export type WithTerms = <Input, Response>(
	handler: (context: Context, input: Input) => Promise<Response>,
) => (context: Context, input: Input) => Promise<Response>;
