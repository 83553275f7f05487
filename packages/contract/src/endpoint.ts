import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./permissions.ts";

type Schema = z.ZodType;

/** What an endpoint answers: a checked JSON body, a stream of encoded audio, another file, one JSON text a line as they come, server-sent events, or nothing. */
export type ResponseKind = Schema | "audio" | "file" | "lines" | "events" | "empty";

export type RateLimit = {
	/** `visitor` counts by network address, `workspace` by tenant, `everyone` over all callers together. */
	per: "visitor" | "workspace" | "everyone";
	requests: number;
	seconds: number;
	/** Counted in the database, so that it holds however many api processes there are. */
	shared?: boolean;
};

type Common<
	Params extends Schema | undefined,
	Query extends Schema | undefined,
	Body extends Schema | undefined,
	Response extends ResponseKind,
> = {
	/** Operation id, the name under which SDKs know the call. */
	id: string;
	method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** OpenAPI form: /v1/voices/{voice_id} */
	path: string;
	summary: string;
	since: string;
	params?: Params;
	query?: Query;
	body?: Body;
	/** The body comes as multipart/form-data. Its parts become the body's keys; a part sent several times becomes a list, a file an `UploadedFile`. */
	multipart?: { files: number; maxFileBytes: number };
	response: Response;
	/** Content types of a file, which its kind does not tell. */
	contentTypes?: readonly string[];
	status?: 200 | 201 | 202 | 204;
	/** Codes this call can answer beyond those every call has (validation, login, permission, rate limit). */
	errors?: readonly ErrorCode[];
	/** What a member of another workspace gets for this one's ids, where it is not the plain not-found code of that kind of thing. */
	foreign?: ErrorCode;
	limits?: readonly RateLimit[];
	/** For visitors who share a few places: an api process works on so many at once as there are places, and refuses the rest unread. */
	crowded?: boolean;
	/** For a public call that acts on a cookie of the browser: with one it is taken from our own pages only. */
	byCookie?: boolean;
	/** True for the few calls that must answer also in a suspended workspace: who one is, and the way out of it. */
	evenSuspended?: boolean;
	/** True where the request spends credits: the security matrix then also tests it over quota. */
	credits?: boolean;
};

/** A file part of a multipart body, whole and within the endpoint's limits. Its name and type are what the sender claims. */
export type UploadedFile = { fileName: string; contentType: string; bytes: Uint8Array };

export const isUploadedFile = (value: unknown): value is UploadedFile =>
	typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array;

/** Access is a required field, so it cannot be forgotten: a signed-in call names the permission it needs. */
type Access = { auth: "public" } | { auth: "user"; permission: Permission };

export type Endpoint<
	Params extends Schema | undefined = Schema | undefined,
	Query extends Schema | undefined = Schema | undefined,
	Body extends Schema | undefined = Schema | undefined,
	Response extends ResponseKind = ResponseKind,
	WithAccess extends Access = Access,
> = Common<Params, Query, Body, Response> & WithAccess;

/** Types a definition without losing what it says: the handler of a public endpoint gets no identity. */
export function endpoint<
	WithAccess extends Access,
	Response extends ResponseKind,
	Params extends Schema | undefined = undefined,
	Query extends Schema | undefined = undefined,
	Body extends Schema | undefined = undefined,
>(definition: Common<Params, Query, Body, Response> & WithAccess): Endpoint<Params, Query, Body, Response, WithAccess> {
	return definition;
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Unparsed<S> = S extends Schema ? z.input<S> : undefined;

/** What a handler receives after parsing. */
export type InputOf<E> =
	E extends Endpoint<infer P, infer Q, infer B> ? { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> } : never;
/** What a caller sends. */
export type RequestOf<E> =
	E extends Endpoint<infer P, infer Q, infer B>
		? { params: Unparsed<P>; query: Unparsed<Q>; body: Unparsed<B> }
		: never;
export type ResponseOf<E> =
	E extends Endpoint<Schema | undefined, Schema | undefined, Schema | undefined, infer R>
		? R extends Schema
			? z.output<R>
			: undefined
		: never;
