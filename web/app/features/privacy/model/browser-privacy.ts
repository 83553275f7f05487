import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import {
	consentAllows,
	consentCookie,
	isConsentRequired,
	optOutCookie,
	unknownLocation,
} from "@timbre/contract/privacy/rules.ts";
import type { GeoLocation } from "@timbre/contract/privacy/schemas.ts";
import { call } from "../../../lib/api/api.ts";
import { trackedEvent } from "../../../lib/page/track.ts";
import { createConsent } from "./consent.ts";

const decisionKey = "timbre:consent";
const optOutFlag = "timbre:privacy-opt-out";
const visitorKey = "timbre:visitor";
const sendAfterMs = 5_000;
const maxQueuedEvents = 50;

type BrowserLocation = {
	/** False until the server has responded. */
	analytics: boolean;
	place: GeoLocation;
	gpc: boolean;
	known: boolean;
};

const initialLocation: BrowserLocation = { analytics: false, place: unknownLocation(), gpc: false, known: false };

/** Without storage (private mode, blocked) nothing counts as decided. */
function ignoreStorageErrors(work: () => string | null): string | null {
	try {
		return work();
	} catch {
		return null;
	}
}

const local = {
	getItem: (key: string) => ignoreStorageErrors(() => localStorage.getItem(key)),
	setItem: (key: string, value: string) =>
		void ignoreStorageErrors(() => {
			localStorage.setItem(key, value);
			return null;
		}),
	removeItem: (key: string) =>
		void ignoreStorageErrors(() => {
			localStorage.removeItem(key);
			return null;
		}),
};

function setCookie(name: string, value: string, days: number): void {
	const secure = window.location.protocol === "https:" ? "; Secure" : "";
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers.
	document.cookie = `${name}=${value}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
}

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

/** The privacy state of this browser; created once per page on first use. */
function createBrowserPrivacy() {
	let found = initialLocation;
	let optedOut = local.getItem(optOutFlag) === "1" || document.cookie.includes(`${optOutCookie.name}=1`);
	let loading: Promise<void> | undefined;
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
		persistentKeys: [visitorKey],
		later: (ms, work) => {
			const timer = setTimeout(work, ms);
			return () => clearTimeout(timer);
		},
	});
	let snapshot = { ...found, optedOut, consent: consent.state() };
	consent.subscribe(changed);

	const load = async () => {
		const response = await call(privacyPaths.getGeolocation, {});
		const gpc =
			response.global_privacy_control ||
			("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true);
		found = { analytics: response.analytics, place: response.geo_location, gpc, known: true };
		consent.setRequired(response.analytics && isConsentRequired(found.place, timeZone()));
		changed();
		if (response.analytics) startAnalytics(() => consentAllows(consent.state()) && !found.gpc && !optedOut, sendEvents);
	};
	const sendEvents = (events: { name: string; path?: string; at_unix_ms: number }[]) =>
		call(privacyPaths.ingest, {
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
		/** Loads the location from the server, once per page. */
		begin(): Promise<void> {
			loading ??= load().catch(() => {
				loading = undefined;
			});
			return loading;
		},
		decide: consent.decide,
		/** Besides the 360-day cookie, a localStorage flag keeps the choice if cookies are cleared. */
		async setOptOut(optOutCCPA: boolean): Promise<void> {
			await call(privacyPaths.updatePreferences, { body: { optOutCCPA } });
			optedOut = optOutCCPA;
			if (optOutCCPA) local.setItem(optOutFlag, "1");
			else local.removeItem(optOutFlag);
			changed();
		},
	};
}

/** Sends analytics events in batches while allowed; events that are not allowed are dropped, not queued. */
function startAnalytics(
	allowed: () => boolean,
	send: (events: { name: string; path?: string; at_unix_ms: number }[]) => Promise<unknown>,
): void {
	let queue: { name: string; path?: string; at_unix_ms: number }[] = [];
	let timer: ReturnType<typeof setTimeout> | undefined;
	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		const events = queue;
		queue = [];
		if (events.length > 0 && allowed()) void send(events).catch(() => undefined);
	};
	const count = (name: string) => {
		if (!allowed() || queue.length >= maxQueuedEvents) return;
		queue.push({ name, path: window.location.pathname.slice(0, 300), at_unix_ms: Date.now() });
		timer ??= setTimeout(flush, sendAfterMs);
	};
	window.addEventListener(trackedEvent, (event) => {
		const { name } = (event as CustomEvent<{ name: string }>).detail;
		const eventName = name
			.toLowerCase()
			.replaceAll(/[^a-z0-9]+/g, "_")
			.replace(/^[^a-z]+/, "");
		if (eventName !== "") count(eventName.slice(0, 64));
	});
	count("page_viewed");
}

let instance: ReturnType<typeof createBrowserPrivacy> | undefined;
export function browserPrivacy() {
	instance ??= createBrowserPrivacy();
	return instance;
}

const onServer = { ...initialLocation, optedOut: false, consent: "undecided" as const };
export const privacyStore = {
	subscribe: (listener: () => void) => browserPrivacy().subscribe(listener),
	snapshot: () => browserPrivacy().snapshot(),
	serverSnapshot: () => onServer,
};
