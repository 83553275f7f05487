// Query parameters of external links, read once on page load before anything else uses the URL.
//
// newUser            shows a welcome toast (shell/providers.layout.tsx).
// internalCode       verification code for the operator's staff, sent after sign-in (shell/session/session-watch.tsx).
// isReverting        an email change is being reverted (features/auth/change-email.page.tsx).
// training_opt_out   opens the data use dialog (features/workspace/workspace.data-use.public.tsx).
// gcp_jwt            proof of a marketplace order, sent with the sign-up (features/auth/auth.queries.ts).
// creationType       "cloneVoice": the visitor wants to clone a voice; stored for a future voice lab.
//
// Invariant: the two secrets (internalCode, gcp_jwt) are removed from the URL immediately, so they never end up in
// history, bookmarks, screenshots or redirect parameters. Everything is stored for this tab only and deleted on
// sign-out.

export type EntryParams = {
	newUser?: boolean;
	internalCode?: string;
	isReverting?: boolean;
	training_opt_out?: boolean;
	gcp_jwt?: string;
	creationType?: "cloneVoice";
};

const secrets = ["internalCode", "gcp_jwt"] as const;
const key = "timbre:entry";

const flag = (value: string) =>
	value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : undefined;
const matching = (shape: RegExp) => (value: string) => (shape.test(value) ? value : undefined);

const readers: { [Name in keyof EntryParams]-?: (value: string) => EntryParams[Name] } = {
	newUser: flag,
	internalCode: matching(/^[\w-]{1,128}$/),
	isReverting: flag,
	training_opt_out: flag,
	gcp_jwt: matching(/^[\w-]{1,4096}\.[\w-]{1,4096}\.[\w-]{1,1024}$/),
	creationType: (value) => (value === "cloneVoice" ? value : undefined),
};

/** Returns the well-formed, unrepeated parameters, and the query without the secrets (even malformed ones). */
export function parseEntryParams(search: string): { params: EntryParams; rest: string } {
	const query = new URLSearchParams(search);
	const params: Record<string, unknown> = {};
	for (const [name, read] of Object.entries(readers)) {
		const values = query.getAll(name);
		const value = values.length === 1 ? read(values[0] ?? "") : undefined;
		if (value !== undefined) params[name] = value;
	}
	const secret = secrets.some((name) => query.has(name));
	for (const name of secrets) query.delete(name);
	return { params: params as EntryParams, rest: secret ? (query.size > 0 ? `?${query}` : "") : search };
}

/** Reads the URL, merges its parameters with those stored earlier in this tab, and removes the secrets from the URL. */
export function takeEntryParams(): EntryParams {
	const { params, rest } = parseEntryParams(window.location.search);
	if (rest !== window.location.search) {
		window.history.replaceState(window.history.state, "", window.location.pathname + rest + window.location.hash);
	}
	if (Object.keys(params).length > 0) {
		try {
			sessionStorage.setItem(key, JSON.stringify({ ...entryParams(), ...params }));
		} catch {
			// Without storage the parameters only apply to this page load.
		}
	}
	return params;
}

/** Parameters stored so far in this tab. */
export function entryParams(): EntryParams {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? "{}") as EntryParams;
	} catch {
		return {};
	}
}

/** The code of a staff verification link. Removed when read, because it works once. */
export function takeInternalCode(): string | undefined {
	const { internalCode, ...rest } = entryParams();
	if (internalCode !== undefined) sessionStorage.setItem(key, JSON.stringify(rest));
	return internalCode;
}

export function clearEntryParams(): void {
	sessionStorage.removeItem(key);
}
