import { queryOptions, useQuery } from "@tanstack/react-query";
import { authEndpoints } from "@timbre/contract/auth.ts";
import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { call } from "../lib/api.ts";
import { isApiError } from "../lib/api-error.ts";
import { hearOtherTabs, tellOtherTabs } from "../lib/session-channel.ts";
import { createInactivity, listenForActivity } from "../lib/session-inactivity.ts";
import { keepTokenFresh } from "../lib/session-token.ts";
import { signOut, useUser } from "./session.ts";
import { useEndSession, useFollowSignOut } from "./sign-out.ts";

const timeoutQuery = queryOptions({
	queryKey: ["workspace", "inactivity-timeout"],
	queryFn: async ({ signal }) =>
		(await call(workspaceEndpoints.getWorkspace, { signal, background: true })).session_inactivity_timeout,
	staleTime: 300_000,
});

/** Other tabs and the server are told that somebody is there, but not with every movement of a mouse. */
const tellTabsAfterMs = 1_000;
const longestSilenceMs = 60_000;

/** Watches over the session while the app is open: it ends when another tab ends it, and when nobody does anything for too long. */
export function SessionWatch() {
	useFollowSignOut();
	useDeviceRecord();
	useFreshToken();
	const endsAt = useInactivityTimeout();
	return endsAt === null ? null : <EndWarning endsAt={endsAt} />;
}

let recordedFor: string | undefined;

/** The server keeps a hash of it beside the session, by which two sessions of one device are known as such. */
function useDeviceRecord() {
	const userId = useUser()?.id;
	useEffect(() => {
		if (!userId || recordedFor === userId) return;
		recordedFor = userId;
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		const size = `${window.screen.width}x${window.screen.height}`;
		const device_fingerprint = [navigator.userAgent, navigator.language, timeZone, size].join("\n");
		call(authEndpoints.recordDeviceFingerprint, { body: { device_fingerprint }, background: true }).catch(
			() => undefined,
		);
	}, [userId]);
}

/** A token that cannot be had any more means that the session was ended elsewhere: better to learn it now than with the next click. */
function useFreshToken() {
	const verified = useUser()?.emailVerified ?? false;
	const end = useEndSession();
	useEffect(() => {
		if (!verified) return;
		return keepTokenFresh(() =>
			call(authEndpoints.authTokens, { background: true }).catch((error: unknown) => {
				if (isApiError(error) && error.code === "needs_authorization") void end("Your session has ended");
			}),
		);
	}, [verified, end]);
}

/** When the session ends if nothing happens, once that is near; else null. */
function useInactivityTimeout(): number | null {
	const { data: seconds } = useQuery(timeoutQuery);
	const end = useEndSession();
	const [endsAt, setEndsAt] = useState<number | null>(null);
	useEffect(() => {
		if (!seconds) return;
		const timeoutMs = seconds * 1000;
		const tellServerAfterMs = Math.min(longestSilenceMs, timeoutMs / 4);
		let toldTabs = 0;
		let toldServer = Date.now();
		const inactivity = createInactivity({
			timeoutMs,
			onWarn: (leftMs) => setEndsAt(Date.now() + leftMs),
			onActive: (fromHere) => {
				setEndsAt(null);
				const now = Date.now();
				if (fromHere && now - toldTabs >= tellTabsAfterMs) {
					toldTabs = now;
					tellOtherTabs("active");
				}
				if (fromHere && now - toldServer >= tellServerAfterMs) {
					toldServer = now;
					// The server counts requests, and somebody who only reads makes none.
					call(authEndpoints.authTokens, {}).catch(() => undefined);
				}
			},
			onTimeout: () => {
				setEndsAt(null);
				// Whether the server hears it or not: it counts the time itself, and nothing may stay on the screen.
				void signOut()
					.catch(() => undefined)
					.then(() => end("Signed out, because nothing happened for a while"));
			},
		});
		const unlisten = listenForActivity(() => inactivity.act(true));
		const unhear = hearOtherTabs((news) => news === "active" && inactivity.act(false));
		return () => {
			inactivity.stop();
			unlisten();
			unhear();
		};
	}, [seconds, end]);
	return endsAt;
}

function EndWarning({ endsAt }: { endsAt: number }) {
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, []);
	const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
	return (
		<div className="fixed inset-x-4 top-4 z-50 mx-auto flex max-w-md animate-appear items-center gap-3 rounded-card border border-line bg-raised p-4 shadow-float">
			<Hourglass aria-hidden="true" className="size-4 shrink-0 text-warning" />
			{/* Read out once; the seconds that follow are for the eyes. */}
			<p role="alert" className="flex-1">
				You will be signed out soon, because nothing happens here.
			</p>
			<span aria-hidden="true" className="tabular text-muted">
				{left} s
			</span>
			{/* Any press counts as being there: what the button does, the press has done already. */}
			<Button size="small">Stay signed in</Button>
		</div>
	);
}
