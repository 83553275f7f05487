import { useQuery } from "@tanstack/react-query";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { isApiError, messageOf } from "../../lib/api/api-error.ts";
import { Page } from "../../shell/page/page.tsx";
import { DataUse } from "../workspace/workspace.data-use.public.tsx";
import { AgreementList } from "./components/agreement-list.tsx";
import { BrowserChoices } from "./components/browser-choices.tsx";
import { DataExportCard } from "./components/data-export.tsx";
import { DeleteAccountCard } from "./components/delete-account.tsx";
import { privacyQuery, useAccountOptOut } from "./privacy.queries.ts";

export const meta = () => [{ title: "Privacy - Timbre" }];

export default function PrivacyPage() {
	return (
		<Page
			title="Privacy"
			description="Control how your data is used, export it or delete your account."
			className="max-w-3xl"
		>
			<div className="flex flex-col gap-8">
				<Section title="Your choices">
					<AccountChoices />
				</Section>
				<Section title="Workspace data">
					<Card className="px-4 py-4 sm:px-5">
						<DataUse />
					</Card>
				</Section>
				<Section title="Your agreements">
					<AgreementList />
				</Section>
				<Section title="Your data">
					<DataExportCard />
				</Section>
				<Section title="Your account">
					<DeleteAccountCard />
				</Section>
				<p className="text-[13px] text-muted">
					Read the full{" "}
					<Link to="/privacy" className="text-ink underline underline-offset-4 hover:no-underline">
						privacy policy
					</Link>
				</p>
			</div>
		</Page>
	);
}

function AccountChoices() {
	const mine = useQuery(privacyQuery);
	const optOut = useAccountOptOut();
	if (mine.isPending) return <Skeleton className="h-32" />;
	if (mine.isError)
		return (
			<ErrorState
				title="Couldn't load your privacy choices"
				message={messageOf(mine.error)}
				requestId={isApiError(mine.error) ? mine.error.requestId : undefined}
				busy={mine.isFetching}
				onRetry={() => void mine.refetch()}
			/>
		);
	return <BrowserChoices optedOut={mine.data.ccpa_opt_out} onOptOut={optOut} />;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id}>
			<h2 id={id} className="mb-2 font-medium">
				{title}
			</h2>
			{children}
		</section>
	);
}
