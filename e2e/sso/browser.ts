// A browser as far as signing in needs one: it keeps cookies apart by origin, follows redirects one at a time, and posts forms.

export type Browser = {
	/** Never follows a redirect by itself. */
	go(
		url: string,
		init?: { method?: string; form?: Record<string, string>; json?: unknown; origin?: string },
	): Promise<Response>;
	/** What it would send to an origin. */
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
			const answer = await fetch(target, {
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
			for (const line of answer.headers.getSetCookie()) {
				const [pair = "", ...attributes] = line.split(";");
				const [name = "", ...value] = pair.split("=");
				if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) jar.delete(name);
				else jar.set(name, value.join("="));
			}
			return answer;
		},
	};
}

export function placeOf(answer: Response): URL {
	const place = answer.headers.get("location");
	if (place === null) throw new Error(`${answer.url} answered ${answer.status} and no redirect`);
	return new URL(place, answer.url);
}
