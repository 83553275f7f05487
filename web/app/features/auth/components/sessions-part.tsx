import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { authEndpoints, type Device, type Session } from "@timbre/contract/auth.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Monitor, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../../lib/api.ts";
import { confirm } from "../../../lib/confirm.ts";
import { ago, counted } from "../../../lib/format.ts";
import { showError, toaster } from "../../../lib/toaster.ts";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { devicesQuery, sessionsQuery } from "../auth.account.queries.ts";
import { Part } from "./part.tsx";
import { deviceName, isPhone } from "./user-agent.ts";

export function SessionsPart() {
	const sessions = useQuery(sessionsQuery);
	const queryClient = useQueryClient();
	const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
	const others = useMutation({
		mutationFn: () => call(authEndpoints.revokeOtherSessions, {}),
		onSuccess: ({ revoked }) => {
			toaster.show({ title: `Signed out of ${counted(revoked, "other session")}`, tone: "positive" });
			return refresh();
		},
		onError: (error) => showError("Not signed out", error),
	});
	const one = useMutation({
		mutationFn: (session: Session) => call(authEndpoints.revokeSession, { params: { session_id: session.session_id } }),
		onSuccess: () => {
			toaster.show({ title: "Session ended", tone: "positive" });
			return refresh();
		},
		onError: (error) => showError("Not ended", error),
	});
	const everywhere = async () => {
		const { confirmed } = await confirm({
			title: "Sign out everywhere else?",
			description: "All sessions but this one end. Programs with API keys go on working.",
			action: "Sign out everywhere else",
		});
		if (confirmed) others.mutate();
	};
	const many = (sessions.data?.length ?? 0) > 1;
	return (
		<Part
			title="Sessions"
			text="Where you are signed in now. End what you do not know, and change your password."
			action={
				many ? (
					<Button busy={others.isPending} onClick={() => void everywhere()}>
						Sign out everywhere else
					</Button>
				) : null
			}
		>
			{sessions.isPending ? <Loading what="sessions" /> : null}
			{sessions.isError ? <LoadFailure title="Your sessions could not be loaded" query={sessions} /> : null}
			{sessions.data ? (
				<ul aria-label="Sessions" className="-my-3">
					{sessions.data.map((session) => (
						<Row
							key={session.session_id}
							userAgent={session.user_agent}
							current={session.current ? "This session" : undefined}
							facts={[session.ip_address, `last seen ${ago(session.last_seen_at_unix)}`]}
						>
							{session.current ? null : (
								<Button
									size="small"
									busy={one.isPending && one.variables === session}
									onClick={() => one.mutate(session)}
								>
									End
									<span className="sr-only"> the session of {deviceName(session.user_agent)}</span>
								</Button>
							)}
						</Row>
					))}
				</ul>
			) : null}
		</Part>
	);
}

export function DevicesPart() {
	const devices = useQuery(devicesQuery);
	const queryClient = useQueryClient();
	const forgetting = useMutation({
		mutationFn: (device: Device) => call(authEndpoints.forgetDevice, { params: { device_id: device.device_id } }),
		onSuccess: () => {
			toaster.show({ title: "Device forgotten", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
		},
		onError: (error) => showError("Not forgotten", error),
	});
	return (
		<Part
			title="Known devices"
			text="From these you sign in with your password alone. From others we ask for a code that we mail to you, where this server can send mail."
		>
			{devices.isPending ? <Loading what="devices" /> : null}
			{devices.isError ? <LoadFailure title="Your devices could not be loaded" query={devices} /> : null}
			{devices.data?.length === 0 ? <p className="text-muted">None yet.</p> : null}
			{devices.data?.length ? (
				<ul aria-label="Known devices" className="-my-3">
					{devices.data.map((device) => (
						<Row
							key={device.device_id}
							userAgent={device.user_agent}
							current={device.current ? "This device" : undefined}
							facts={[`known since ${ago(device.created_at_unix)}`, `last used ${ago(device.last_seen_at_unix)}`]}
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
		</Part>
	);
}

type RowProps = { userAgent: string | null; current?: string; facts: (string | null)[]; children: ReactNode };

function Row({ userAgent, current, facts, children }: RowProps) {
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
				<p className="text-[13px] text-muted">{facts.filter(Boolean).join(", ")}</p>
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
