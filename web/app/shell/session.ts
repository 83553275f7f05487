import { unreachable } from "../lib/api-error.ts";

export type Session = { user: { id: string; name: string; email: string } };

export async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
	const response = await fetch("/api/auth/get-session", { credentials: "same-origin", signal }).catch(() => null);
	if (!response || response.status >= 500) throw unreachable();
	return response.ok ? ((await response.json()) as Session | null) : null;
}

export async function signOut(): Promise<void> {
	const response = await fetch("/api/auth/sign-out", {
		method: "POST",
		credentials: "same-origin",
		headers: { "content-type": "application/json" },
		body: "{}",
	}).catch(() => null);
	if (!response?.ok) throw unreachable();
}
