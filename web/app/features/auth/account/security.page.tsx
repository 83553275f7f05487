import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { sessionQuery } from "../../../shell/session/session.ts";
import { PasskeysSection } from "./components/passkeys-section.tsx";
import { PasswordSection } from "./components/password-section.tsx";
import { DevicesSection, SessionsSection } from "./components/sessions-section.tsx";
import { TwoFactorSection } from "./components/two-factor-section.tsx";

export const meta = () => [{ title: "Security - Timbre" }];

export default function SecurityPage() {
	const session = useQuery(sessionQuery);
	return (
		<Page
			title="Security"
			description="Password, passkeys, two-factor authentication and active sessions."
			className="max-w-3xl"
		>
			<div className="flex flex-col gap-4">
				{session.isError ? <LoadFailure title="Couldn't load your account" query={session} /> : null}
				{session.isPending ? (
					<div aria-busy="true" className="flex flex-col gap-4">
						<p className="sr-only">Loading your account</p>
						<Skeleton className="h-72" />
						<Skeleton className="h-32" />
					</div>
				) : null}
				{session.data ? (
					<>
						<TwoFactorSection enabled={session.data.user.twoFactorEnabled ?? false} />
						<PasskeysSection />
						<PasswordSection email={session.data.user.email} />
					</>
				) : null}
				<SessionsSection />
				<DevicesSection />
			</div>
		</Page>
	);
}
