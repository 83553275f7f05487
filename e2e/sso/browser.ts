// A minimal browser for sign-in tests: it stores cookies by origin, follows redirects one at a time and posts forms.

export type Browser = {
	/** Doesn't follow redirects. */
	go(
		url: string,
		init?: { method?: string; form?: Record<string, string>; json?: unknown; origin?: string },
	): Promise<Response>;
	/** The cookie header for an origin. */
	cookies(origin: string): string;
};

export function createBrowser(): Browser {
	const jars = new Map<string, Map<string, string>>();
	const cookies = (origin: string) =>
		[...(jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
	return {
		cookies,
		go: async (url, { method, form, json, origin } = {}) => {
			const target = new URL(url);
			const response = await fetch(target, {
				method: method ?? (form || json ? "POST" : "GET"),
				redirect: "manual",
				headers: {
					cookie: cookies(target.origin),
					...(origin === undefined ? {} : { origin }),
					...(json === undefined ? {} : { "content-type": "application/json" }),
				},
				...(form ? { body: new URLSearchParams(form) } : {}),
				...(json === undefined ? {} : { body: JSON.stringify(json) }),
			});
			const jar = jars.get(target.origin) ?? new Map<string, string>();
			jars.set(target.origin, jar);
			for (const line of response.headers.getSetCookie()) {
				const [pair = "", ...attributes] = line.split(";");
				const [name = "", ...value] = pair.split("=");
				if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) jar.delete(name);
				else jar.set(name, value.join("="));
			}
			return response;
		},
	};
}

export function redirectUrlOf(response: Response): URL {
	const location = response.headers.get("location");
	if (location === null) throw new Error(`${response.url} responded with ${response.status} and no redirect`);
	return new URL(location, response.url);
}
