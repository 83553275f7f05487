import { queryOptions, useQuery } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
import { authPaths } from "@timbre/contract/auth/paths.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { call } from "../../lib/api/api.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { beginSignOut } from "../../lib/api/query-client.ts";
import { clearSessionToken, setSessionToken } from "../../lib/api/session-token.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { takeInternalCode } from "../../lib/session/entry-params.ts";
import { notifyOtherTabs, onTabMessage } from "../../lib/session/session-channel.ts";
import { createInactivityTimer, listenForActivity } from "../../lib/session/session-inactivity.ts";
import { keepTokenFresh } from "../../lib/session/session-token.ts";
import { signOut, useUser } from "./session.ts";
import { useEndSession, useFollowSignOut } from "./sign-out.ts";

const timeoutQuery = queryOptions({
	queryKey: ["workspace", "inactivity-timeout"],
	queryFn: async ({ signal }) =>
		(await call(accountPaths.getWorkspace, { signal, background: true })).session_inactivity_timeout,
	staleTime: 300_000,
});

/** Activity is reported to other tabs and to the server at most this often. */
const tabNotifyIntervalMs = 1_000;
const maxServerPingIntervalMs = 60_000;

/** Ends the session when another tab signs out or after the inactivity timeout. */
export function SessionWatch() {
	useFollowSignOut();
	useDeviceRecord();
	useFreshToken();
	useStaffCode();
	const endsAt = useInactivityTimeout();
	return endsAt === null ? null : <TimeoutWarning endsAt={endsAt} />;
}

let recordedFor: string | undefined;

/** The server stores a hash of this with the session to recognize sessions from the same device. */
function useDeviceRecord() {
	const userId = useUser()?.id;
	useEffect(() => {
		if (!userId || recordedFor === userId) return;
		recordedFor = userId;
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		const size = `${window.screen.width}x${window.screen.height}`;
		const device_fingerprint = [navigator.userAgent, navigator.language, timeZone, size].join("\n");
		call(authPaths.recordDeviceFingerprint, { body: { device_fingerprint }, background: true }).catch(() => undefined);
	}, [userId]);
}

/**
 * Requests carry the token. A failed refresh means the session was ended elsewhere; sign out now instead of on the next
 * click.
 */
function useFreshToken() {
	const user = useUser();
	const userId = user?.id;
	const verified = user?.emailVerified ?? false;
	const end = useEndSession();
	useEffect(() => {
		if (!userId || !verified) return;
		let stopped = false;
		const stop = keepTokenFresh(async () => {
			try {
				const { token, expires_at_unix } = await call(authPaths.authTokens, { background: true });
				if (!stopped) setSessionToken(token, expires_at_unix);
			} catch (error) {
				if (isApiError(error) && error.code === "needs_authorization") void end("Your session has ended");
			}
		});
		return () => {
			stopped = true;
			stop();
			clearSessionToken();
		};
	}, [userId, verified, end]);
}

/** Staff open a link with the code from the verification email; it is sent once per tab. */
function useStaffCode() {
	const user = useUser();
	const email = user?.email;
	useEffect(() => {
		if (!email) return;
		const code = takeInternalCode();
		if (!code) return;
		call(authPaths.prepareInternalVerification, { body: { email, verification_code: code } }).then(
			() => toaster.show({ title: "Staff email verified", tone: "positive" }),
			(error: unknown) => showError("Couldn't verify your staff email", error),
		);
	}, [email]);
}

/** When the session will time out, once the warning is due; otherwise null. */
function useInactivityTimeout(): number | null {
	const { data: seconds } = useQuery(timeoutQuery);
	const end = useEndSession();
	const [endsAt, setEndsAt] = useState<number | null>(null);
	useEffect(() => {
		if (!seconds) return;
		const timeoutMs = seconds * 1000;
		const serverPingIntervalMs = Math.min(maxServerPingIntervalMs, timeoutMs / 4);
		let tabsNotifiedAt = 0;
		let serverPingedAt = Date.now();
		const inactivity = createInactivityTimer({
			timeoutMs,
			onWarn: (leftMs) => setEndsAt(Date.now() + leftMs),
			onActive: (fromHere) => {
				setEndsAt(null);
				const now = Date.now();
				if (fromHere && now - tabsNotifiedAt >= tabNotifyIntervalMs) {
					tabsNotifiedAt = now;
					notifyOtherTabs("active");
				}
				if (fromHere && now - serverPingedAt >= serverPingIntervalMs) {
					serverPingedAt = now;
					// The server only sees requests, and reading a page sends none.
					call(authPaths.authTokens, {}).catch(() => undefined);
				}
			},
			onTimeout: () => {
				setEndsAt(null);
				// Requests that the server already rejects must not lead back here.
				const finish = beginSignOut();
				// Even if the request fails: the server has its own timer, and nothing may stay on screen.
				void signOut()
					.catch(() => undefined)
					.then(() => end("Signed out due to inactivity"))
					.finally(finish);
			},
		});
		const unlisten = listenForActivity(() => inactivity.act(true));
		const unsubscribe = onTabMessage((message) => message === "active" && inactivity.act(false));
		return () => {
			inactivity.stop();
			unlisten();
			unsubscribe();
		};
	}, [seconds, end]);
	return endsAt;
}

function TimeoutWarning({ endsAt }: { endsAt: number }) {
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, []);
	const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
	return (
		<div className="fixed inset-x-4 top-4 z-50 mx-auto flex max-w-md animate-appear items-center gap-3 rounded-card border border-line bg-raised p-4 shadow-float">
			<Hourglass aria-hidden="true" className="size-4 shrink-0 text-warning" />
			{/* Announced once; the countdown is visual only. */}
			<p role="alert" className="flex-1">
				You'll be signed out soon due to inactivity.
			</p>
			<span aria-hidden="true" className="tabular text-muted">
				{left} s
			</span>
			{/* No handler needed: any click counts as activity. */}
			<Button size="small">Stay signed in</Button>
		</div>
	);
}
