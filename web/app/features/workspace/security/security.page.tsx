import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Lock } from "lucide-react";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { SettingsSection } from "../components/settings-section.tsx";
import { accessQuery, workspaceQuery } from "../workspace.queries.ts";
import { AuditLog } from "./components/audit-log.tsx";
import { InactivityTimeout } from "./components/inactivity-timeout.tsx";
import { RequireTwoFactor } from "./components/require-two-factor.tsx";
import { SsoSection } from "./components/sso-section.tsx";

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
			description="Single sign-on, two-factor authentication, inactivity timeout and audit log."
			className="max-w-4xl"
		>
			{failed?.isError ? <LoadFailure title="Couldn't load security settings" query={failed} /> : null}
			{!failed && (workspace.isPending || access.isPending) ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading security settings</p>
					<Skeleton className="h-32 rounded-card" />
					<Skeleton className="h-64 rounded-card" />
				</div>
			) : null}
			{!failed && access.data && !admin && !reader ? (
				<EmptyState icon={<Lock aria-hidden="true" />} title="You don't have access">
					Only workspace admins can view security settings and the audit log.
				</EmptyState>
			) : null}
			{!failed && workspace.data && (admin || reader) ? (
				<div className="flex flex-col gap-4">
					{admin ? <SsoSection tier={workspace.data.subscription.tier} /> : null}
					{admin ? <RequireTwoFactor required={workspace.data.require_two_factor} /> : null}
					{admin ? <InactivityTimeout seconds={workspace.data.session_inactivity_timeout} /> : null}
					{reader ? (
						<SettingsSection
							title="Audit log"
							text="Every administrative change: who made it, when and from where. Entries can't be edited."
						>
							<AuditLog />
						</SettingsSection>
					) : null}
				</div>
			) : null}
		</Page>
	);
}
