import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Lock } from "lucide-react";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { Page } from "../../shell/page.tsx";
import { AuditLog } from "./components/audit-log.tsx";
import { InactivityTimeout } from "./components/inactivity-timeout.tsx";
import { Part } from "./components/part.tsx";
import { SsoSection } from "./components/sso-section.tsx";
import { accessQuery, workspaceQuery } from "./workspace.queries.ts";

export const meta = () => [{ title: "Workspace security - Timbre" }];

export default function SecurityPage() {
	const workspace = useQuery(workspaceQuery);
	const access = useQuery(accessQuery);
	const failed = [workspace, access].find((query) => query.isError);
	const admin = access.data?.can_access_workspace_settings ?? false;
	const reader = access.data?.can_read_audit_log ?? false;
	return (
		<Page
			title="Workspace security"
			description="How members sign in, how long they stay signed in, and who changed what."
			className="max-w-4xl"
		>
			{failed?.isError ? <LoadFailure title="The security settings could not be loaded" query={failed} /> : null}
			{!failed && (workspace.isPending || access.isPending) ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading security settings</p>
					<Skeleton className="h-32 rounded-card" />
					<Skeleton className="h-64 rounded-card" />
				</div>
			) : null}
			{!failed && access.data && !admin && !reader ? (
				<EmptyState icon={<Lock aria-hidden="true" />} title="This is not open to you">
					Only workspace admins see how members sign in and who changed what.
				</EmptyState>
			) : null}
			{!failed && workspace.data && (admin || reader) ? (
				<div className="flex flex-col gap-4">
					{admin ? <SsoSection tier={workspace.data.subscription.tier} /> : null}
					{admin ? <InactivityTimeout seconds={workspace.data.session_inactivity_timeout} /> : null}
					{reader ? (
						<Part
							title="Audit log"
							text="Every administrative act: who did it, when, and from where. Lines are never changed."
						>
							<AuditLog />
						</Part>
					) : null}
				</div>
			) : null}
		</Page>
	);
}
