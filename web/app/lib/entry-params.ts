// What a link from outside may say in the address: read once when the page loads, before anything looks at the address.
//
// newUser            who comes here first is greeted (shell/providers.layout.tsx).
// internalCode       code of a verification inside the operator's company; kept for the e-mail verification to come.
// isReverting        an e-mail change is being taken back; kept for the account page to come.
// training_opt_out   opens the choice about the use of data (features/workspace/workspace.data-use.public.tsx).
// gcp_jwt            proof of an order in a marketplace; kept for sign-up with billing to come.
// creationType       "cloneVoice": one came to clone a voice; kept for the voice lab to come.
//
// The two secrets (internalCode, gcp_jwt) leave the address bar at once, so that they end in no history, bookmark, screenshot or
// redirect parameter. Everything is kept for this tab only, and forgotten on sign-out.

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
const shaped = (shape: RegExp) => (value: string) => (shape.test(value) ? value : undefined);

const readers: { [Name in keyof EntryParams]-?: (value: string) => EntryParams[Name] } = {
	newUser: flag,
	internalCode: shaped(/^[\w-]{1,128}$/),
	isReverting: flag,
	training_opt_out: flag,
	gcp_jwt: shaped(/^[\w-]{1,4096}\.[\w-]{1,4096}\.[\w-]{1,1024}$/),
	creationType: (value) => (value === "cloneVoice" ? value : undefined),
};

/** The parameters that are there once and well-formed, and the query without the secrets, whether those were well-formed or not. */
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

/** Reads the address of this load, keeps what it says beside what an earlier load of this tab said, and takes the secrets out of it. */
export function takeEntryParams(): EntryParams {
	const { params, rest } = parseEntryParams(window.location.search);
	if (rest !== window.location.search) {
		window.history.replaceState(window.history.state, "", window.location.pathname + rest + window.location.hash);
	}
	if (Object.keys(params).length > 0) {
		try {
			sessionStorage.setItem(key, JSON.stringify({ ...entryParams(), ...params }));
		} catch {
			// A browser that keeps nothing: what was said counts for this page alone.
		}
	}
	return params;
}

/** What the loads of this tab have said so far. */
function entryParams(): EntryParams {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? "{}") as EntryParams;
	} catch {
		return {};
	}
}

export function forgetEntryParams(): void {
	sessionStorage.removeItem(key);
}
