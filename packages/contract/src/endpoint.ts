import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./permissions.ts";

type Schema = z.ZodType;

/** The response: JSON checked by a schema, audio, another file, streamed JSON lines, server-sent events, or nothing. */
export type ResponseKind = Schema | "audio" | "file" | "lines" | "events" | "empty";

export type RateLimit = {
	/** `visitor` counts per client IP, `workspace` per workspace, `everyone` over all clients together. */
	per: "visitor" | "workspace" | "everyone";
	requests: number;
	seconds: number;
	/** Counted in the database, so the limit applies across all API processes. */
	shared?: boolean;
};

type Common<
	Params extends Schema | undefined,
	Query extends Schema | undefined,
	Body extends Schema | undefined,
	Response extends ResponseKind,
> = {
	/** Operation id: the name of the method in SDKs. */
	id: string;
	method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** In OpenAPI syntax: /v1/voices/{voice_id} */
	path: string;
	summary: string;
	/** One to four sentences for the API reference: what it does, its limits and what to know before using it. */
	description: string;
	since: string;
	params?: Params;
	query?: Query;
	body?: Body;
	/**
	 * Takes multipart/form-data. Parts become keys of the body, repeated parts lists, and files `UploadedFile`s. With
	 * `stored`, files are stored as they arrive instead of being held in memory, and become `StoredFile`s.
	 */
	multipart?: { files: number; maxFileBytes: number; stored?: true };
	response: Response;
	/** Content types of a `file` response. */
	contentTypes?: readonly string[];
	status?: 200 | 201 | 202 | 204;
	/** Error codes in addition to those of every endpoint (validation, authentication, permission, rate limit). */
	errors?: readonly ErrorCode[];
	/** The error for another workspace's ids, if it is not the resource's own not-found code. */
	foreignIdError?: ErrorCode;
	limits?: readonly RateLimit[];
	/** Subject to the cap on concurrent requests of visitors, which is per API process. */
	concurrencyCapped?: boolean;
	/** For public endpoints that act on a cookie: requests with a cookie must come from our own pages. */
	usesCookies?: boolean;
	/** True for the few endpoints that also work in a suspended workspace: reading one's identity, and leaving. */
	allowSuspended?: boolean;
	/** True if the request spends credits. The security matrix then also tests it over quota. */
	credits?: boolean;
};

/** A complete uploaded file within the endpoint's limits. Its name and type come from the client: don't trust them. */
export type UploadedFile = { fileName: string; contentType: string; bytes: Uint8Array };

/** A file that was stored as an upload while it arrived. Deleted with the request unless the handler uses the upload. */
export type StoredFile = { fileName: string; contentType: string; uploadId: string; byteCount: number };

export const isStoredFile = (value: unknown): value is StoredFile =>
	typeof value === "object" && value !== null && "uploadId" in value && typeof value.uploadId === "string";

export const isUploadedFile = (value: unknown): value is UploadedFile =>
	typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array;

/**
 * Required, so access control can't be forgotten: an authenticated endpoint names the permission it needs. Of a list, any
 * one is enough.
 */
type Access = { auth: "public" } | { auth: "user"; permission: Permission | readonly Permission[] };

/** The permissions of which a caller needs one. */
export const permissionsFor = ({
	permission,
}: {
	permission: Permission | readonly Permission[];
}): readonly Permission[] => (typeof permission === "string" ? [permission] : permission);

export type Endpoint<
	Params extends Schema | undefined = Schema | undefined,
	Query extends Schema | undefined = Schema | undefined,
	Body extends Schema | undefined = Schema | undefined,
	Response extends ResponseKind = ResponseKind,
	WithAccess extends Access = Access,
> = Common<Params, Query, Body, Response> & WithAccess;

/** Defines an endpoint and preserves its literal types, so the handler of a public endpoint gets no identity. */
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
/** What a client sends. */
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
