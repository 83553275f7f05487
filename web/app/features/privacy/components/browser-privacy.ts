import {
	consentAllows,
	consentCookie,
	consentNeeded,
	type GeoLocation,
	optOutCookie,
	privacyEndpoints,
	unknownPlace,
} from "@timbre/contract/privacy.ts";
import { call } from "../../../lib/api.ts";
import { trackedEvent } from "../../../lib/track.ts";
import { createConsent } from "./consent.ts";

const decisionKey = "timbre:consent";
const optOutFlag = "timbre:privacy-opt-out";
const visitorKey = "timbre:visitor";
const sendAfterMs = 5_000;
const mostWaiting = 50;

type BrowserPlace = {
	/** False until the server has said so. */
	analytics: boolean;
	place: GeoLocation;
	gpc: boolean;
	known: boolean;
};

const nothingKnown: BrowserPlace = { analytics: false, place: unknownPlace(), gpc: false, known: false };

/** A browser that keeps nothing (private mode, blocked storage) is one in which nothing was decided. */
function guarded(work: () => string | null): string | null {
	try {
		return work();
	} catch {
		return null;
	}
}

const local = {
	getItem: (key: string) => guarded(() => localStorage.getItem(key)),
	setItem: (key: string, value: string) =>
		void guarded(() => {
			localStorage.setItem(key, value);
			return null;
		}),
	removeItem: (key: string) =>
		void guarded(() => {
			localStorage.removeItem(key);
			return null;
		}),
};

function setCookie(name: string, value: string, days: number): void {
	const secure = window.location.protocol === "https:" ? "; Secure" : "";
	// biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in all browsers.
	document.cookie = `${name}=${value}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
}

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

/** Everything this browser knows and decides about privacy; one for the page, made with the first look at it. */
function createBrowserPrivacy() {
	let found = nothingKnown;
	let optedOut = local.getItem(optOutFlag) === "1" || document.cookie.includes(`${optOutCookie.name}=1`);
	let asking: Promise<void> | undefined;
	const listeners = new Set<() => void>();
	const changed = () => {
		snapshot = { ...found, optedOut, consent: consent.state() };
		for (const listener of listeners) listener();
	};
	const consent = createConsent({
		stored: () => local.getItem(decisionKey),
		store: (decision) => local.setItem(decisionKey, decision),
		writeCookie: (decision) => setCookie(consentCookie.name, decision, consentCookie.days),
		persistent: local,
		keptKeys: [visitorKey],
		later: (ms, work) => {
			const timer = setTimeout(work, ms);
			return () => clearTimeout(timer);
		},
	});
	let snapshot = { ...found, optedOut, consent: consent.state() };
	consent.subscribe(changed);

	const find = async () => {
		const answer = await call(privacyEndpoints.getGeolocation, {});
		const gpc =
			answer.global_privacy_control || ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true);
		found = { analytics: answer.analytics, place: answer.geo_location, gpc, known: true };
		consent.placed(answer.analytics && consentNeeded(found.place, timeZone()));
		changed();
		if (answer.analytics) startCounting(() => consentAllows(consent.state()) && !found.gpc && !optedOut, visit);
	};
	const visit = (events: { name: string; path?: string; at_unix_ms: number }[]) =>
		call(privacyEndpoints.ingest, {
			body: {
				consent: consent.state(),
				time_zone: timeZone(),
				visitor_id: consent.remember(visitorKey, () => crypto.randomUUID().replaceAll("-", "")),
				events,
			},
		});

	return {
		snapshot: () => snapshot,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		/** Asks where one is, once a page. */
		begin(): Promise<void> {
			asking ??= find().catch(() => {
				asking = undefined;
			});
			return asking;
		},
		decide: consent.decide,
		/** The cookie lasts 360 days; the flag is for whoever clears cookies and means to keep choices. */
		async setOptOut(optOutCCPA: boolean): Promise<void> {
			await call(privacyEndpoints.updatePreferences, { body: { optOutCCPA } });
			optedOut = optOutCCPA;
			if (optOutCCPA) local.setItem(optOutFlag, "1");
			else local.removeItem(optOutFlag);
			changed();
		},
	};
}

/** Sends what was counted now and then, while that is allowed; what happens meanwhile is dropped, not kept for later. */
function startCounting(
	allowed: () => boolean,
	send: (events: { name: string; path?: string; at_unix_ms: number }[]) => Promise<unknown>,
): void {
	let waiting: { name: string; path?: string; at_unix_ms: number }[] = [];
	let timer: ReturnType<typeof setTimeout> | undefined;
	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		const events = waiting;
		waiting = [];
		if (events.length > 0 && allowed()) void send(events).catch(() => undefined);
	};
	const count = (name: string) => {
		if (!allowed() || waiting.length >= mostWaiting) return;
		waiting.push({ name, path: window.location.pathname.slice(0, 300), at_unix_ms: Date.now() });
		timer ??= setTimeout(flush, sendAfterMs);
	};
	window.addEventListener(trackedEvent, (event) => {
		const { name } = (event as CustomEvent<{ name: string }>).detail;
		const word = name
			.toLowerCase()
			.replaceAll(/[^a-z0-9]+/g, "_")
			.replace(/^[^a-z]+/, "");
		if (word !== "") count(word.slice(0, 64));
	});
	count("page_viewed");
}

let made: ReturnType<typeof createBrowserPrivacy> | undefined;
export function browserPrivacy() {
	made ??= createBrowserPrivacy();
	return made;
}

const onServer = { ...nothingKnown, optedOut: false, consent: "undecided" as const };
export const privacyStore = {
	subscribe: (listener: () => void) => browserPrivacy().subscribe(listener),
	snapshot: () => browserPrivacy().snapshot(),
	serverSnapshot: () => onServer,
};
