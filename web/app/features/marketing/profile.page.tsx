import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { ButtonLink, Hero } from "./components/blocks.tsx";
import { longMonth } from "./content/long-day.ts";
import { fetchProfile } from "./content/profile/profile.ts";
import { ProfileItems } from "./content/profile/profile-items.tsx";
import { siteMeta } from "./marketing.meta.ts";

export async function loader({ params, request }: LoaderFunctionArgs) {
	const { status, profile } = await fetchProfile(params.name ?? "", request);
	return data({ profile }, { status });
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, params }) => {
	const profile = loaderData?.profile;
	const shared = siteMeta({
		title: profile ? `${profile.name} on Timbre` : "No such profile",
		description: profile
			? `What ${profile.name} has made with Timbre and chose to share.`
			: "There is no public profile at this address.",
		path: `/profiles/${profile?.handle ?? params.name}`,
	});
	// A person's page is for those who were given its address.
	return [...shared, { name: "robots", content: "noindex" }];
};

export default function ProfilePage() {
	const { profile } = useLoaderData<typeof loader>();
	if (!profile)
		return (
			<Hero
				title="There is no profile here"
				lead="The address may be mistyped, or the person keeps their page to themselves."
				actions={
					<ButtonLink to="/" variant="secondary">
						Home
					</ButtonLink>
				}
			/>
		);
	return (
		<>
			<Hero
				eyebrow={`Here since ${longMonth(profile.joined)}`}
				title={profile.name}
				lead={
					profile.items.length > 0
						? "Made with Timbre, spoken by machines, and shared by choice."
						: "Has a page here and lists nothing on it."
				}
			/>
			{profile.items.length > 0 ? (
				<section aria-label="Shared speech" className="px-5 pb-20">
					<div className="mx-auto max-w-6xl">
						<ProfileItems items={profile.items} />
						<p className="mt-8 text-[15px] text-muted">
							To show this on another page:{" "}
							<Link to={`/profiles/embed/${profile.handle}`} className="text-ink underline underline-offset-4">
								the embeddable version
							</Link>
							.
						</p>
					</div>
				</section>
			) : null}
		</>
	);
}
