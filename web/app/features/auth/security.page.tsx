import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { Page } from "../../shell/page.tsx";
import { sessionQuery } from "../../shell/session.ts";
import { PasswordPart } from "./components/password-part.tsx";
import { DevicesPart, SessionsPart } from "./components/sessions-part.tsx";
import { TwoFactorPart } from "./components/two-factor-part.tsx";

export const meta = () => [{ title: "Security - Timbre" }];

export default function SecurityPage() {
	const session = useQuery(sessionQuery);
	return (
		<Page title="Security" description="What opens your account, and where it is open." className="max-w-3xl">
			<div className="flex flex-col gap-4">
				{session.isError ? <LoadFailure title="Your account could not be loaded" query={session} /> : null}
				{session.isPending ? (
					<div aria-busy="true" className="flex flex-col gap-4">
						<p className="sr-only">Loading your account</p>
						<Skeleton className="h-72" />
						<Skeleton className="h-32" />
					</div>
				) : null}
				{session.data ? (
					<>
						<TwoFactorPart enabled={session.data.user.twoFactorEnabled ?? false} />
						<PasswordPart email={session.data.user.email} />
					</>
				) : null}
				<SessionsPart />
				<DevicesPart />
			</div>
		</Page>
	);
}
