import type { TestApp } from "./test-app.ts";

export type Browser = {
	/** Cookies by name. */
	jar: Map<string, string>;
	send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
	get(path: string): Promise<Response>;
	post(path: string, body?: unknown): Promise<Response>;
	signIn(user: { email: string; password: string }, more?: Record<string, unknown>): Promise<Response>;
};

/** Stores cookies and sends an Origin header, like a browser on our own pages. */
export function aBrowser(app: TestApp): Browser {
	const jar = new Map<string, string>();
	const send: Browser["send"] = async (method, path, body, headers = {}) => {
		const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
		const response = await fetch(app.url + path, {
			method,
			redirect: "manual",
			headers: {
				origin: app.publicUrl,
				"user-agent": "A test browser",
				...(cookie === "" ? {} : { cookie }),
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "" || /; Max-Age=0(;|$)/i.test(line)) jar.delete(name);
			else jar.set(name, value);
		}
		return response;
	};
	return {
		jar,
		send,
		get: (path) => send("GET", path),
		post: (path, body) => send("POST", path, body),
		signIn: ({ email, password }, more) => send("POST", "/api/auth/sign-in/email", { email, password, ...more }),
	};
}
