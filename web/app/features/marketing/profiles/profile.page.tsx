import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { formatMonth } from "../articles/model/format-date.ts";
import { ButtonLink, Hero } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { ProfileItems } from "./components/profile-items.tsx";
import { fetchProfile } from "./model/profile.ts";

export async function loader({ params, request }: LoaderFunctionArgs) {
	const { status, profile } = await fetchProfile(params.name ?? "", request);
	return data({ profile }, { status });
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, params }) => {
	const profile = loaderData?.profile;
	const shared = siteMeta({
		title: profile ? `${profile.name} on Timbre` : "Profile not found",
		description: profile
			? `Audio that ${profile.name} made with Timbre and shared.`
			: "There is no public profile at this address.",
		path: `/profiles/${profile?.handle ?? params.name}`,
	});
	// Keep profiles out of search results: they are meant for people who have the link.
	return [...shared, { name: "robots", content: "noindex" }];
};

export default function ProfilePage() {
	const { profile } = useLoaderData<typeof loader>();
	if (!profile)
		return (
			<Hero
				title="Profile not found"
				lead="Check the address. The profile may also be private."
				actions={
					<ButtonLink to="/" variant="secondary">
						Go to the home page
					</ButtonLink>
				}
			/>
		);
	return (
		<>
			<Hero
				eyebrow={`Joined ${formatMonth(profile.joined)}`}
				title={profile.name}
				lead={profile.items.length > 0 ? "Synthetic speech made and shared with Timbre." : "No shared audio yet."}
			/>
			{profile.items.length > 0 ? (
				<section aria-label="Shared audio" className="px-5 pb-20">
					<div className="mx-auto max-w-6xl">
						<ProfileItems items={profile.items} />
						<p className="mt-8 text-[15px] text-muted">
							<Link to={`/profiles/embed/${profile.handle}`} className="text-ink underline underline-offset-4">
								Embed this profile
							</Link>{" "}
							on another page.
						</p>
					</div>
				</section>
			) : null}
		</>
	);
}
