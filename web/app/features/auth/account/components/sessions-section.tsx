import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { authPaths } from "@timbre/contract/auth/paths.ts";
import type { Device, Session } from "@timbre/contract/auth/sessions.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Monitor, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../../../lib/api/api.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { showError, toaster } from "../../../../lib/page/toaster.ts";
import { ago, counted } from "../../../../lib/text/format.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { devicesQuery, sessionsQuery } from "../account.queries.ts";
import { deviceName, isPhone } from "../model/user-agent.ts";
import { SettingsSection } from "./settings-section.tsx";

export function SessionsSection() {
	const sessions = useQuery(sessionsQuery);
	const queryClient = useQueryClient();
	const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
	const revokeOthers = useMutation({
		mutationFn: () => call(authPaths.revokeOtherSessions, {}),
		onSuccess: ({ revoked }) => {
			toaster.show({ title: `Signed out of ${counted(revoked, "other session")}`, tone: "positive" });
			return refresh();
		},
		onError: (error) => showError("Couldn't sign out the other sessions", error),
	});
	const revokeOne = useMutation({
		mutationFn: (session: Session) => call(authPaths.revokeSession, { params: { session_id: session.session_id } }),
		onSuccess: () => {
			toaster.show({ title: "Session ended", tone: "positive" });
			return refresh();
		},
		onError: (error) => showError("Couldn't end the session", error),
	});
	const confirmRevokeOthers = async () => {
		const { confirmed } = await confirm({
			title: "Sign out all other sessions?",
			description: "This ends every session except this revokeOne. API keys keep working.",
			action: "Sign out other sessions",
		});
		if (confirmed) revokeOthers.mutate();
	};
	const hasOthers = (sessions.data?.length ?? 0) > 1;
	return (
		<SettingsSection
			title="Sessions"
			text="Where you're signed in. If you don't recognize a session, end it and change your password."
			action={
				hasOthers ? (
					<Button busy={revokeOthers.isPending} onClick={() => void confirmRevokeOthers()}>
						Sign out other sessions
					</Button>
				) : null
			}
		>
			{sessions.isPending ? <Loading what="sessions" /> : null}
			{sessions.isError ? <LoadFailure title="Couldn't load your sessions" query={sessions} /> : null}
			{sessions.data ? (
				<ul aria-label="Sessions" className="-my-3">
					{sessions.data.map((session) => (
						<Row
							key={session.session_id}
							userAgent={session.user_agent}
							current={session.current ? "This session" : undefined}
							details={[session.ip_address, `last seen ${ago(session.last_seen_at_unix)}`]}
						>
							{session.current ? null : (
								<Button
									size="small"
									busy={revokeOne.isPending && revokeOne.variables === session}
									onClick={() => revokeOne.mutate(session)}
								>
									End session
									<span className="sr-only"> on {deviceName(session.user_agent)}</span>
								</Button>
							)}
						</Row>
					))}
				</ul>
			) : null}
		</SettingsSection>
	);
}

export function DevicesSection() {
	const devices = useQuery(devicesQuery);
	const queryClient = useQueryClient();
	const forgetting = useMutation({
		mutationFn: (device: Device) => call(authPaths.forgetDevice, { params: { device_id: device.device_id } }),
		onSuccess: () => {
			toaster.show({ title: "Device forgotten", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
		},
		onError: (error) => showError("Couldn't forget the device", error),
	});
	return (
		<SettingsSection
			title="Known devices"
			text="On these devices you sign in with your password alone. On others we also email you a code, if this server can send email."
		>
			{devices.isPending ? <Loading what="devices" /> : null}
			{devices.isError ? <LoadFailure title="Couldn't load your devices" query={devices} /> : null}
			{devices.data?.length === 0 ? <p className="text-muted">No known devices yet.</p> : null}
			{devices.data?.length ? (
				<ul aria-label="Known devices" className="-my-3">
					{devices.data.map((device) => (
						<Row
							key={device.device_id}
							userAgent={device.user_agent}
							current={device.current ? "This device" : undefined}
							details={[`added ${ago(device.created_at_unix)}`, `last used ${ago(device.last_seen_at_unix)}`]}
						>
							<Button
								size="small"
								busy={forgetting.isPending && forgetting.variables === device}
								onClick={() => forgetting.mutate(device)}
							>
								Forget
								<span className="sr-only"> {deviceName(device.user_agent)}</span>
							</Button>
						</Row>
					))}
				</ul>
			) : null}
		</SettingsSection>
	);
}

type RowProps = { userAgent: string | null; current?: string; details: (string | null)[]; children: ReactNode };

function Row({ userAgent, current, details, children }: RowProps) {
	const Icon = isPhone(userAgent) ? Smartphone : Monitor;
	return (
		<li className="flex items-center gap-4 border-line border-b py-3 last:border-b-0">
			<Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<span className="font-medium" title={userAgent ?? undefined}>
						{deviceName(userAgent)}
					</span>
					{current ? <Badge tone="positive">{current}</Badge> : null}
				</p>
				<p className="text-[13px] text-muted">{details.filter(Boolean).join(", ")}</p>
			</div>
			{children}
		</li>
	);
}

function Loading({ what }: { what: string }) {
	return (
		<div aria-busy="true" className="flex flex-col gap-3">
			<p className="sr-only">Loading your {what}</p>
			<Skeleton className="h-10" />
			<Skeleton className="h-10" />
		</div>
	);
}
